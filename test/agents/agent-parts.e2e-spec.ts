import { readFile } from 'node:fs/promises';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  // As in production: no plain http, no private addresses.
  service = await startService({ allowPrivateTargets: false });
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

const URL = 'https://crm.example.com/voice/book?key=kept';
const BOOK = {
  name: 'book_appointment',
  description: 'Books an appointment',
  url: URL,
  parameters: { type: 'object', properties: { time: { type: 'string' } }, required: ['time'] },
};
const SALES = { name: 'sales', phone: '+13125550170', description: 'A person' };
const WHOLE = {
  tools: ['end_call', 'transfer_call', 'opt_out'],
  http_tools: [{ ...BOOK, timeout_seconds: 5 }],
  transfer_destinations: [SALES],
  voicemail: { action: 'leave_message', message: 'Hi {{first_name}}, I will try again.' },
  success_criteria: [{ name: 'booked', description: 'Was a time agreed on?', type: 'boolean' }],
  extractions: [{ name: 'size', description: 'How many seats', schema: { type: 'integer', minimum: 1 } }],
  post_call_actions: [
    { type: 'add_tag', name: 'Mark', tag: 'called', when: 'always' },
    { type: 'add_note', name: 'Note', body: 'Called by Ava.', when: 'failure' },
    { type: 'http_request', name: 'CRM', url: 'https://crm.example.com/done', when: 'success' },
  ],
};

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const tool = (parts: object) => ({ http_tools: [BOOK, { ...BOOK, name: 'other', ...parts }] });
const destination = (parts: object) => ({ transfer_destinations: [{ ...SALES, ...parts }] });
const criterion = (parts: object) => ({ success_criteria: [{ ...WHOLE.success_criteria[0], ...parts }] });
const extraction = (parts: object) => ({ extractions: [{ ...WHOLE.extractions[0], ...parts }] });
const action = (parts: object) => ({
  post_call_actions: [{ type: 'add_tag', name: 'Mark', tag: 'x', ...parts }],
});

const versionsOf = async (id: string): Promise<number[]> =>
  (await acme.get(`/api/agents/${id}/versions`)).body.data.map(({ version }: { version: number }) => version);

describe('what an agent can do', () => {
  it('is taken, shown and kept as it was said', async () => {
    const made = await acme.post('/api/agents', { name: 'Ava', ...WHOLE });
    expect(made).toMatchObject({ status: 201, body: WHOLE });
    expect((await acme.get(`/api/agents/${made.body.id}`)).body).toEqual(made.body);
  });

  it('is taken as docs/agents.md has it', async () => {
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(await readFile('docs/agents.md', 'utf8')) ?? [];
    const told = JSON.parse(example) as object;
    expect(await acme.post('/api/agents', told)).toMatchObject({ status: 201, body: told });
  });

  it('is completed where something was left out, and numbers are stored as E.164', async () => {
    const { body } = await acme.post('/api/agents', {
      name: 'Ava',
      http_tools: [BOOK],
      ...destination({ phone: '+1 (312) 555-0170' }),
      ...action({}),
    });
    expect(body.http_tools).toEqual([{ ...BOOK, timeout_seconds: 10 }]);
    expect(body.transfer_destinations).toEqual([SALES]);
    expect(body.post_call_actions).toEqual([{ type: 'add_tag', name: 'Mark', tag: 'x', when: 'always' }]);
  });

  it('is changed list by list, and what is said again makes no version', async () => {
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava', ...WHOLE });
    const path = `/api/agents/${agent.id}`;

    const same = await acme.patch(path, WHOLE);
    const changed = await acme.patch(path, { http_tools: [], voicemail: { action: 'hang_up' } });

    expect(same).toMatchObject({ status: 200, body: { version: 1, updated_at: agent.updated_at } });
    expect(changed.body).toMatchObject({
      ...WHOLE,
      http_tools: [],
      voicemail: { action: 'hang_up' },
      version: 2,
    });
    expect(await versionsOf(agent.id)).toEqual([2, 1]);
  });

  it('includes a transfer without a destination: it is not offered until there is one', async () => {
    expect(await acme.post('/api/agents', { name: 'Ava', tools: ['transfer_call'] })).toMatchObject({
      status: 201,
      body: { tools: ['transfer_call'] },
    });
  });

  it.each<[string, object, string, string | RegExp]>([
    ['tools that are no list', { tools: 'end_call' }, 'tools', 'must be a list'],
    ['a tool that is none', { tools: ['end_call', 'fly'] }, 'tools[1]', /^must be one of end_call, /],
    ['a tool twice', { tools: ['opt_out', 'opt_out'] }, 'tools[1]', 'is given twice'],
    ['a list that is null', { http_tools: null }, 'http_tools', 'must be a list'],
    ['a tool of text', { http_tools: ['book'] }, 'http_tools[0]', 'must be an object'],
    [
      'too many tools',
      { http_tools: many(21, (i) => ({ ...BOOK, name: `t${i}` })) },
      'http_tools',
      /more than 20/,
    ],
    ['two tools of one name', { http_tools: [BOOK, BOOK] }, 'http_tools[1].name', 'is given twice'],
    ['a built-in name', tool({ name: 'opt_out' }), 'http_tools[1].name', /built-in/],
    ['a name with a space', tool({ name: 'book it' }), 'http_tools[1].name', /a-z, 0-9/],
    ['a long name', tool({ name: 'x'.repeat(65) }), 'http_tools[1].name', /1 to 64/],
    ['no description', tool({ description: undefined }), 'http_tools[1].description', 'is required'],
    [
      'a long description',
      tool({ description: 'x'.repeat(1_001) }),
      'http_tools[1].description',
      /at most 1000/,
    ],
    ['plain http', tool({ url: 'http://crm.example.com/' }), 'http_tools[1].url', 'must begin with https://'],
    ['a private address', tool({ url: 'https://10.0.0.8/' }), 'http_tools[1].url', /public address/],
    [
      'the cloud’s metadata',
      tool({ url: 'https://169.254.169.254/' }),
      'http_tools[1].url',
      /public address/,
    ],
    ['this host', tool({ url: 'https://localhost/' }), 'http_tools[1].url', /public address/],
    ['a URL with a password', tool({ url: 'https://a:b@crm.example.com/' }), 'http_tools[1].url', /password/],
    ['no URL', tool({ url: 'crm' }), 'http_tools[1].url', 'not a URL'],
    ['parameters of text', tool({ parameters: 'x' }), 'http_tools[1].parameters', 'must be a JSON object'],
    [
      'parameters that are no object',
      tool({ parameters: { type: 'string' } }),
      'http_tools[1].parameters',
      /object/,
    ],
    [
      'no JSON Schema',
      tool({ parameters: { type: 'objekt' } }),
      'http_tools[1].parameters',
      /must be a JSON Schema/,
    ],
    [
      'an unknown keyword',
      tool({ parameters: { type: 'object', propertys: {} } }),
      'http_tools[1].parameters',
      /must be a JSON Schema/,
    ],
    [
      'a reference to elsewhere',
      tool({ parameters: { type: 'object', properties: { a: { $ref: 'https://x.example/' } } } }),
      'http_tools[1].parameters',
      /must be a JSON Schema/,
    ],
    [
      'a pattern',
      tool({ parameters: { type: 'object', properties: { a: { pattern: '(a+)+$' } } } }),
      'http_tools[1].parameters',
      'must not use pattern',
    ],
    [
      'a schema that answers later',
      tool({ parameters: { type: 'object', $async: true } }),
      'http_tools[1].parameters',
      'must not use $async',
    ],
    [
      'a huge schema',
      tool({ parameters: { type: 'object', description: 'x'.repeat(17_000) } }),
      'http_tools[1].parameters',
      /bytes/,
    ],
    [
      'a time-out of a minute',
      tool({ timeout_seconds: 60 }),
      'http_tools[1].timeout_seconds',
      /from 1 to 20/,
    ],
    ['a misspelt field', tool({ timeout: 5 }), 'http_tools[1].timeout', 'is not a known field'],
    [
      'a number that is none',
      destination({ phone: '12' }),
      'transfer_destinations[0].phone',
      /international/,
    ],
    ['a country', destination({ phone: '+442079460958' }), 'transfer_destinations[0].phone', /may call/],
    [
      'a premium number',
      destination({ phone: '+19005551234' }),
      'transfer_destinations[0].phone',
      /may call/,
    ],
    [
      'a destination twice',
      { transfer_destinations: [SALES, SALES] },
      'transfer_destinations[1].name',
      /twice/,
    ],
    ['voicemail of text', { voicemail: 'hang_up' }, 'voicemail', 'must be an object'],
    ['voicemail of no kind', { voicemail: {} }, 'voicemail.action', 'must be one of hang_up, leave_message'],
    ['no message', { voicemail: { action: 'leave_message' } }, 'voicemail.message', 'is required'],
    [
      'a message for nobody',
      { voicemail: { action: 'hang_up', message: 'x' } },
      'voicemail.message',
      /known/,
    ],
    [
      'a criterion of no type',
      criterion({ type: 'date' }),
      'success_criteria[0].type',
      /boolean, number, text/,
    ],
    ['a criterion that no key can be', criterion({ name: '__proto__' }), 'success_criteria[0].name', /a-z/],
    [
      'an extraction of no schema',
      extraction({ schema: { type: 'x' } }),
      'extractions[0].schema',
      /JSON Schema/,
    ],
    ['a schema that is null', extraction({ schema: null }), 'extractions[0].schema', 'must be a JSON object'],
    ['an action of no kind', action({ type: 'email' }), 'post_call_actions[0].type', /add_tag, add_note/],
    ['an action of text', { post_call_actions: ['add_tag'] }, 'post_call_actions[0]', 'must be an object'],
    ['a field of another kind', action({ url: URL }), 'post_call_actions[0].url', 'is not a known field'],
    ['a condition that is none', action({ when: 'never' }), 'post_call_actions[0].when', /always, success/],
    [
      'a request to a private address',
      { post_call_actions: [{ type: 'http_request', name: 'x', url: 'https://127.0.0.1/?key=kept' }] },
      'post_call_actions[0].url',
      /public address/,
    ],
  ])('%s is refused with its place, and changes nothing', async (_, body, field, issue) => {
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava', ...WHOLE });

    const answer = await acme.patch(`/api/agents/${agent.id}`, { name: 'Eva', ...body });

    expect(answer).toMatchObject({
      status: 400,
      body: { error: `Invalid ${Object.keys(body)[0]}`, code: 'invalid_request' },
    });
    expect(answer.body.details).toContainEqual(
      expect.objectContaining({
        field,
        in: 'body',
        issue: typeof issue === 'string' ? issue : expect.stringMatching(issue),
      }),
    );
    expect(answer.text).not.toContain('key=kept');
    expect((await acme.get(`/api/agents/${agent.id}`)).body).toEqual(agent);
    expect((await acme.post('/api/agents', { name: 'Eva', ...body })).status).toBe(400);
  });

  it('everything that is wrong is told at once', async () => {
    const { body } = await acme.post('/api/agents', {
      name: '',
      ...tool({ name: 'A', parameters: 1 }),
      voicemail: null,
    });
    expect(body.details.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'http_tools[1].name',
      'http_tools[1].parameters',
      'name',
      'voicemail',
    ]);
  });

  it('follows the countries of the organization', async () => {
    const globex = await service.anOrganization('Globex');
    await service.db.query(`UPDATE organizations SET allowed_countries = '{GB}' WHERE id = $1`, [
      globex.organizationId,
    ]);
    const ask = (phone: string) => globex.post('/api/agents', { name: 'Ava', ...destination({ phone }) });
    expect((await ask('+442079460958')).status).toBe(201);
    expect((await ask('+13125550170')).status).toBe(400);
  });
});

describe('the versions of an agent', () => {
  it('are listed newest first, page by page, and stay what they were', async () => {
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava', greeting: 'One.' });
    const path = `/api/agents/${agent.id}`;
    const first = await acme.get(`${path}/versions/1`);
    await acme.patch(path, { greeting: 'Two.', http_tools: [BOOK] });
    await acme.patch(path, { name: 'Eva' });

    const page = await acme.get(`${path}/versions?limit=2`);

    const { id, status, updated_at, ...told } = agent;
    expect([id, status, updated_at]).toEqual([agent.id, 'active', expect.any(String)]);
    expect(first.body).toEqual({ ...told, agent_id: id, created_at: expect.any(String) });
    expect(page.body.pagination).toEqual({ total: 3, limit: 2, offset: 0, has_more: true });
    expect(page.body.data).toMatchObject([
      { version: 3, name: 'Eva', greeting: 'Two.' },
      { version: 2, name: 'Ava', greeting: 'Two.', http_tools: [{ ...BOOK, timeout_seconds: 10 }] },
    ]);
    expect((await acme.get(`${path}/versions/1`)).text).toBe(first.text);
  });

  it.each(['0', '2', '-1', '1.5', 'one', '99999999999', '%00'])('there is no version %s', async (version) => {
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
    expect(await acme.get(`/api/agents/${agent.id}/versions/${version}`)).toMatchObject({
      status: 404,
      body: { error: 'Agent version not found', code: 'agent_version_not_found' },
    });
  });

  it('are hidden from other organizations', async () => {
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
    const globex = await service.anOrganization('Globex');
    expect((await globex.get(`/api/agents/${agent.id}/versions`)).status).toBe(404);
    expect((await globex.get(`/api/agents/${agent.id}/versions/1`)).status).toBe(404);
  });
});
