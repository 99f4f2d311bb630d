import { createDemo } from '../../src/demo/create-demo.command.js';
import { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { AnswerSchemas, servedDocument } from './answer-schemas.js';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const EVERYTHING = 'fields=full&include=transcript,metrics,diagnostics,actions';

it('whatever was said, measured and concluded in a call is as the document describes it', async () => {
  const demo = await createDemo(service.app, {
    name: 'Demo',
    calls: 300,
    seed: 7,
    now: new Date('2026-03-10T15:00:00.000Z'),
    actor: 'system',
  });
  const client = new Client(service.url, { organizationId: demo.organizationId, apiKey: demo.apiKey });
  const schemas = new AnswerSchemas(await servedDocument(service.url));

  const pages = await Promise.all(
    [0, 100, 200].map((offset) => client.get(`/api/calls?limit=100&offset=${offset}&${EVERYTHING}`)),
  );

  expect(pages.map(({ body }) => body.data.length)).toEqual([100, 100, 100]);
  const page = { $ref: '#/components/schemas/CallPage' };
  expect(pages.flatMap(({ body }) => schemas.problems(page, body))).toEqual([]);
  // Of everything there is some, or nothing would be shown.
  const seen = new Set(
    pages
      .flatMap(({ body }) => body.data as Record<string, unknown>[])
      .flatMap((call) =>
        Object.entries(call).flatMap(([name, value]) =>
          value === null || (Array.isArray(value) && value.length === 0) ? [] : [name],
        ),
      ),
  );
  const names = Object.keys(pages[0]?.body.data[0]);
  expect(names.filter((name) => !seen.has(name) && name !== 'recording_url')).toEqual([]);
});
