import { writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import type { Settings } from '../settings.js';
import { buildDocument } from './openapi.adapter.js';

/** Preview mode makes no provider, so none of it is used. */
const NOTHING: Settings = {
  databaseUrl: 'postgres://localhost/none',
  databaseIsEmbedded: false,
  secretKeys: { current: 'the document holds no secrets', previous: [] },
  publicBaseUrl: () => '',
  carrier: {
    name: 'simulator',
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'none',
    previousAuthToken: null,
    apiKey: null,
    baseUrl: null,
  },
  llm: { baseUrl: '', model: '', apiKey: null },
  trustProxy: false,
  rateLimits: { reads: 0, writes: 0, agentCalls: 0, intake: 0, signIn: 0 },
  logLevel: 'silent',
  allowPrivateTargets: false,
};

/** Writes `openapi.json` (or the file named) without a database or a server: nothing is instantiated. */
const [, , file = 'openapi.json'] = process.argv;
const app = await NestFactory.create(AppModule.register(NOTHING), {
  preview: true,
  // Preview mode announces itself as a warning.
  logger: ['error'],
});
await writeFile(file, `${JSON.stringify(buildDocument(app), null, 2)}\n`);
