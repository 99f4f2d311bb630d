import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

describe('agents', () => {
  it('a name is enough to make an active agent', async () => {
    const answer = await acme.post('/api/agents', { name: 'Ava' });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/agents/${answer.body.id}`);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ava',
      status: 'active',
      version: 1,
      prompt: expect.any(String),
      model: null,
      temperature: null,
      hints: [],
      interruptible: true,
      fallback_line: expect.any(String),
      silence_seconds: 10,
      record: false,
      greeting: expect.any(String),
      language: 'en-US',
      voice: null,
      ring_timeout_seconds: 45,
      max_duration_seconds: 1800,
      tools: ['end_call'],
      http_tools: [],
      transfer_destinations: [],
      voicemail: { action: 'hang_up' },
      success_criteria: [],
      extractions: [],
      post_call_actions: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: answer.body.created_at,
    });
    const read = await acme.get(`/api/agents/${answer.body.id}`);
    expect(read.body).toEqual(answer.body);
  });

  it('a change sets what is given, keeps the rest and makes a new version', async () => {
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava', greeting: 'Hi.', voice: 'Joanna' });

    const changed = await acme.patch(`/api/agents/${agent.id}`, { greeting: 'Hello.', voice: null });

    expect(changed.body).toMatchObject({ name: 'Ava', greeting: 'Hello.', voice: null, version: 2 });
    const versions = await service.db.query(
      `SELECT version, config FROM agent_versions WHERE agent_id = $1 ORDER BY 1`,
      [agent.id],
    );
    expect(versions).toMatchObject([
      { version: 1, config: { greeting: 'Hi.' } },
      { version: 2, config: { greeting: 'Hello.' } },
    ]);
  });

  it('of two editors the second is told that the agent has changed', async () => {
    const { body: agent, headers } = await acme.post('/api/agents', { name: 'Ava' });
    const seen = { 'if-match': headers.get('etag') ?? '' };

    const first = await acme.patch(`/api/agents/${agent.id}`, { name: 'Eva' }, seen);
    const second = await acme.patch(`/api/agents/${agent.id}`, { name: 'Iva' }, seen);

    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 412, body: { code: 'stale_version' } });
    expect((await acme.get(`/api/agents/${agent.id}`)).body.name).toBe('Eva');
  });

  it('an unchanged agent is not sent again', async () => {
    const { body: agent, headers } = await acme.post('/api/agents', { name: 'Ava' });
    const again = await acme.get(`/api/agents/${agent.id}`, { 'if-none-match': headers.get('etag') ?? '' });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  it('the list is newest first, filtered and paged', async () => {
    const globex = await service.anOrganization('Globex');
    for (const name of ['one', 'two', 'three'])
      await globex.post('/api/agents', { name, status: name === 'two' ? 'inactive' : 'active' });

    const all = await globex.get('/api/agents?limit=2');
    expect(all.body.data.map((agent: { name: string }) => agent.name)).toEqual(['three', 'two']);
    expect(all.body.pagination).toEqual({ total: 3, limit: 2, offset: 0, has_more: true });
    const inactive = await globex.get('/api/agents?status=inactive');
    expect(inactive.body.data).toHaveLength(1);
  });

  it('the same idempotency key makes one agent and gives the first answer again', async () => {
    const key = { 'idempotency-key': 'make-ava' };
    const first = await acme.post('/api/agents', { name: 'Ava' }, key);
    const again = await acme.post('/api/agents', { name: 'Ava' }, key);
    const other = await acme.post('/api/agents', { name: 'Eva' }, key);

    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(other).toMatchObject({
      status: 422,
      body: { error: 'Idempotency key reused with a different request' },
    });
  });

  it.each([
    ['no name', {}, 'Invalid name'],
    ['an empty name', { name: ' ' }, 'Invalid name'],
    ['a name that is no text', { name: 7 }, 'Invalid name'],
    ['a voice that is no text', { name: 'Ava', voice: 7 }, 'Invalid voice'],
    ['a language that is none', { name: 'Ava', language: 'english please' }, 'Invalid language'],
    ['too short a ring', { name: 'Ava', ring_timeout_seconds: 1 }, 'Invalid ring_timeout_seconds'],
    ['a misspelt field', { name: 'Ava', greating: 'Hi' }, 'Unknown field greating'],
    ['a list', [], 'Invalid JSON body'],
    ['no JSON', '{"name":', 'Invalid JSON body'],
  ])('%s is refused and makes nothing', async (_, body, error) => {
    const before = (await acme.get('/api/agents')).body.pagination.total;
    const answer = await acme.post('/api/agents', body);
    expect(answer).toMatchObject({ status: 400, body: { error, code: 'invalid_request', status: 400 } });
    expect((await acme.get('/api/agents')).body.pagination.total).toBe(before);
  });

  it('another organization finds no such agent', async () => {
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
    const globex = await service.anOrganization('Globex');

    const foreign = await globex.get(`/api/agents/${agent.id}`);
    const changed = await globex.patch(`/api/agents/${agent.id}`, { name: 'Mine' });
    const malformed = await globex.get('/api/agents/not-an-id');

    for (const answer of [foreign, changed, malformed]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { error: 'Agent not found', code: 'agent_not_found' },
      });
    }
  });
});
