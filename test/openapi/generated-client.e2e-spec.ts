import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { UserConfig } from '@hey-api/openapi-ts';
import { createDemo } from '../../src/demo/create-demo.command.js';
import { startService, type TestService } from '../support/service.js';

const run = promisify(execFile);

/** As strict as a project can be; the generator's own runtime does not keep `exactOptionalPropertyTypes`. */
const TSCONFIG = {
  compilerOptions: {
    module: 'nodenext',
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    noFallthroughCasesInSwitch: true,
    noEmitOnError: true,
    rootDir: '.',
    outDir: 'compiled',
  },
};

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'generated-client-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  await cp('test/fixtures/generated-client/consumer.ts', join(folder, 'consumer.ts'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

/** Runs a program of a package in the folder; what it says is the error when it fails. */
async function runs(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${args.join(' ')}: ${error.stdout}${error.stderr}`);
  });
  return stdout;
}

it('a client generated from the document compiles, and speaks with the service in its own types', async () => {
  const demo = await createDemo(service.app, {
    name: 'Demo',
    calls: 60,
    seed: 1,
    now: new Date('2026-03-10T15:00:00.000Z'),
    actor: 'system',
  });

  const config: UserConfig = {
    input: `${service.url}/openapi.json`,
    output: 'client',
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  };
  await writeFile(join(folder, 'openapi-ts.config.mjs'), `export default ${JSON.stringify(config)};`);
  await runs(['node_modules/@hey-api/openapi-ts/bin/run.js']);
  await runs(['node_modules/typescript/bin/tsc', '--project', '.']);
  const said = await runs(['compiled/consumer.js'], {
    BASE_URL: service.url,
    API_KEY: demo.apiKey,
    ORGANIZATION_ID: demo.organizationId,
    AGENT_ID: demo.agentId,
  });

  expect(JSON.parse(said)).toEqual({
    calls: {
      limit: 2,
      listed: 2,
      hasMetrics: true,
      sameCall: true,
      speaker: expect.stringMatching(/^(agent|customer)$/),
      median: expect.any(Number),
      criteria: expect.arrayContaining(['success']),
      analysis: 'completed',
      agent: expect.any(String),
      endedBy: expect.any(String),
      events: 'call.ended',
    },
    started: { status: 201, message: 'Call initiated successfully', phone: '+15551234567' },
    contacts: { phone: '+13125550100', found: [true], lastName: 'Lovelace', deleted: 204 },
    intake: {
      http: 201,
      status: 'created',
      firstName: 'Grace',
      phone: '+13125550142',
      applied: { mapped: ['firstName', 'phone'], static: ['crmSource'], tags: [] },
    },
    errors: { code: 'call_not_found', text: 'Call not found', fields: ['body phoneNumber'] },
  });
});
