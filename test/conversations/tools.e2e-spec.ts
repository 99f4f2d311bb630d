import type { RequestListener } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { DEFAULT_AGENT_CONFIG, type AgentConfig } from '../../src/agents/agent-config.js';
import { organizationSecrets } from '../../src/common/signing.js';
import { ToolBoxes, type ToolBrief } from '../../src/conversations/tool-boxes.service.js';
import type { ToolBox } from '../../src/conversations/tool-box.js';
import { sql } from '../../src/database/sql.client.js';
import { Client } from '../support/client.js';
import { startHttp, stopServers } from '../support/loopback-server.js';
import { startService, type TestService } from '../support/service.js';

const NUMBER = '+13125550142';
const NOBODY = { first_name: null, last_name: null, email: null, company: null };
const ALL: Partial<AgentConfig> = {
  tools: ['end_call', 'transfer_call', 'send_dtmf', 'update_contact', 'add_tag', 'opt_out'],
  transferDestinations: [{ name: 'sales', phone: '+13125550199', description: 'Prices' }],
};

let service: TestService;
let client: Client;
let brief: ToolBrief;
let calls = 0;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  client = await service.anOrganization();
  const agent = await client.post('/api/agents', { name: 'Ava' });
  await client.post('/api/phone-numbers', { number: '+13125550100' });
  const call = await client.post('/api/agents/call', { agentId: agent.body.id, phoneNumber: NUMBER });
  const org = client.credentials.organizationId;
  const callId = call.body.callId;
  const [row] = await sql<{ contactId: string }>(
    service.db,
    `SELECT contact_id AS "contactId" FROM calls WHERE organization_id = $1 AND id = $2`,
    [org, callId],
  );
  brief = {
    org,
    callId,
    callType: 'outbound',
    customerNumber: NUMBER,
    agent: { id: agent.body.id, config: { ...DEFAULT_AGENT_CONFIG, ...ALL } },
    contact: { id: row?.contactId ?? '' },
  };
});
afterEach(stopServers);

const opened = (config: Partial<AgentConfig> = {}, app = service.app): ToolBox =>
  app.get(ToolBoxes).open({
    ...brief,
    agent: { ...brief.agent, config: { ...brief.agent.config, ...config } },
  });

/** The model calls a tool. */
function use(box: ToolBox, name: string, args: unknown, signal = new AbortController().signal) {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  const call = { id: `call_${(calls += 1)}`, name, arguments: text };
  return box.run(call, { turn: 2, offsetMs: 4_000 }, signal);
}

const actions = async () =>
  (await client.get(`/api/calls/${brief.callId}?fields=full`)).body.action_executions as Record<
    string,
    unknown
  >[];
const eventTypes = async () =>
  (
    await sql<{ type: string }>(
      service.db,
      `SELECT type FROM events WHERE organization_id = $1 ORDER BY id`,
      [brief.org],
    )
  ).map(({ type }) => type);
const theContact = async () => (await client.get(`/api/contacts/${brief.contact?.id}`)).body;
const told = (result: { content: string }) => JSON.parse(result.content) as unknown;

describe('what the model is offered', () => {
  it('is what the agent has and what makes sense in the call', () => {
    expect(
      opened()
        .tools()
        .map(({ name }) => name),
    ).toEqual(ALL.tools);
    expect(opened().tools()[1]?.parameters).toMatchObject({
      properties: { destination: { enum: ['sales'] } },
    });
    brief = { ...brief, contact: null, customerNumber: null };
    expect(
      opened({ transferDestinations: [] })
        .tools()
        .map(({ name }) => name),
    ).toEqual(['end_call', 'send_dtmf']);
  });
});

describe('what the model gets wrong', () => {
  it.each<[string, string, unknown, RegExp]>([
    ['an unknown tool', 'fly_away', {}, /There is no tool fly_away/],
    ['arguments that are no JSON', 'add_tag', '{"tag": "vip"', /must be a JSON object/],
    ['arguments that are no object', 'add_tag', '[]', /must be a JSON object/],
    ['arguments of another form', 'add_tag', { label: 'vip' }, /arguments are wrong/],
    [
      'a destination that the agent does not list',
      'transfer_call',
      { destination: 'ceo', reason: '' },
      /sales/,
    ],
    ['keys that no telephone has', 'send_dtmf', { digits: '1a' }, /0-9/],
    ['an address that is none', 'update_contact', { ...NOBODY, email: 'dana at home' }, /e-mail address/],
    ['nothing to change', 'update_contact', { ...NOBODY, first_name: ' ' }, /Nothing to change/],
  ])('%s is told to it, acts on nothing and is in the record', async (_, name, args, error) => {
    const result = await use(opened(), name, args);
    expect(told(result)).toEqual({ ok: false, error: expect.stringMatching(error) });
    expect(result).toMatchObject({
      effect: null,
      usage: { name, status: 'failed', turn: 2, offset_ms: 4_000 },
    });
    expect(await actions()).toEqual([]);
  });

  it('characters that no database holds do no harm', async () => {
    const result = await use(opened(), 'add_tag', '{"tag":"v\\u0000ip\\ud800"}');
    expect(result.usage).toMatchObject({ status: 'succeeded', arguments: { tag: 'v\uFFFDip\uFFFD' } });
    expect((await theContact()).tags).toEqual(['v\uFFFDip\uFFFD']);
  });
});

describe('what the conversation does itself', () => {
  it.each<[string, object, object]>([
    ['end_call', { reason: 'done' }, { kind: 'end-call' }],
    ['transfer_call', { destination: 'sales', reason: 'prices' }, { kind: 'transfer', destination: 'sales' }],
    ['send_dtmf', { digits: '1w#' }, { kind: 'send-digits', digits: '1w#' }],
  ])('%s is handed over', async (name, args, effect) => {
    const result = await use(opened(), name, args);
    expect(result).toMatchObject({
      effect,
      usage: { source: 'builtin', status: 'succeeded', arguments: args },
    });
  });
});

describe('what is learned of the customer', () => {
  it('is kept, told to other systems, and in the record, once', async () => {
    const box = opened();
    const dana = { ...NOBODY, first_name: 'Dana', email: 'dana@example.com' };
    for (const _ of [1, 2]) {
      await use(box, 'update_contact', dana);
      await use(box, 'add_tag', { tag: 'vip' });
    }
    expect(await theContact()).toMatchObject({
      first_name: 'Dana',
      email: 'dana@example.com',
      tags: ['vip'],
    });
    expect(await actions()).toMatchObject([
      {
        name: 'update_contact',
        trigger: 'in_call',
        status: 'succeeded',
        request: dana,
        turn: 2,
        offset_ms: 4_000,
      },
      { name: 'add_tag', status: 'succeeded', request: { tag: 'vip' } },
    ]);
    const types = await eventTypes();
    expect(types.filter((type) => type === 'contact.updated')).toHaveLength(2);
    expect(types.filter((type) => type === 'task.completed')).toHaveLength(2);
  });

  it('an opt-out puts the number on the do-not-call list, tells it, and ends the call', async () => {
    const result = await use(opened(), 'opt_out', { reason: 'stop calling me' });
    expect(result.effect).toEqual({ kind: 'opted-out' });
    expect((await use(opened(), 'opt_out', { reason: null })).effect).toEqual({ kind: 'opted-out' });
    expect(await theContact()).toMatchObject({ do_not_call: true });
    expect((await eventTypes()).filter((type) => type === 'contact.opted_out')).toHaveLength(1);
    expect(await actions()).toMatchObject([{ name: 'opt_out', status: 'succeeded' }]);
    const audit = await sql(
      service.db,
      `SELECT actor_type, details FROM audit_log WHERE organization_id = $1 AND action = 'do_not_call.added'`,
      [brief.org],
    );
    expect(audit).toEqual([{ actor_type: 'system', details: { call_id: brief.callId } }]);
  });

  it('of a contact that is gone is told to the model', async () => {
    await client.delete(`/api/contacts/${brief.contact?.id}`);
    const result = await use(opened(), 'add_tag', { tag: 'vip' });
    expect(result.usage).toMatchObject({ status: 'failed' });
    expect(await actions()).toEqual([]);
  });
});

describe('a tool that is another system', () => {
  const requests: { headers: Record<string, string>; body: string }[] = [];
  beforeEach(() => void requests.splice(0));

  /** The agent has a tool `book` at a server that answers so. */
  async function aTool(listener: RequestListener, more: Partial<AgentConfig['httpTools'][number]> = {}) {
    const port = await startHttp((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const headers = request.headers as Record<string, string>;
        requests.push({ headers, body: Buffer.concat(parts).toString() });
        listener(request, response);
      });
    });
    const parameters = { type: 'object', properties: { day: { enum: ['Mon', 'Tue'] } }, required: ['day'] };
    const url = `http://127.0.0.1:${port}/book?key=hidden`;
    const tool = { name: 'book', description: 'Books a day', url, parameters, timeoutSeconds: 5, ...more };
    return { httpTools: [tool] };
  }

  it('is asked with a signature, and its answer is told to the model and kept without secrets', async () => {
    const config = await aTool((_, response) => response.end('{"slot":"9:00","api_key":"sk-1"}'));
    const result = await use(opened(config), 'book', { day: 'Mon' });
    expect(told(result)).toEqual({ ok: true, result: { slot: '9:00', api_key: '[redacted]' } });
    expect(result.usage).toMatchObject({ source: 'http', status: 'succeeded' });
    const [request] = requests;
    const [secret = ''] = organizationSecrets(service.settings.secretKeys, brief.org);
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toEqual({
      tool: 'book',
      arguments: { day: 'Mon' },
      call: {
        id: brief.callId,
        type: 'outbound',
        phone_number: NUMBER,
        contact_id: brief.contact?.id,
        agent_id: brief.agent.id,
      },
    });
    const kept = await actions();
    expect(kept).toMatchObject([{ name: 'book', type: 'http_request', status: 'succeeded', attempt: 1 }]);
    expect(JSON.stringify(kept)).not.toMatch(/hidden|sk-1/);
    expect(request?.headers['webhook-id']).toBe(kept[0]?.id);
  });

  it('is asked once for the same thing, also after an interruption and on another replica', async () => {
    let answer: (() => void) | undefined;
    const config = await aTool((_, response) => (answer = () => response.end('{"slot":"9:00"}')));
    const box = opened(config);
    const stop = new AbortController();
    const interrupted = use(box, 'book', { day: 'Mon' }, stop.signal);
    await arrived(1);
    stop.abort();
    expect((await interrupted).usage).toMatchObject({ status: 'unresolved' });
    const again = use(box, 'book', { day: 'Mon' });
    answer?.();
    expect(told(await again)).toEqual({ ok: true, result: { slot: '9:00' } });
    const replica = await service.replica();
    const elsewhere = await use(opened(config, replica.app), 'book', { day: 'Mon' });
    expect(elsewhere).toMatchObject({ content: (await again).content, usage: null });
    expect(requests).toHaveLength(1);
    expect(await actions()).toHaveLength(1);
  });

  it('is asked again for what failed, under the same id', async () => {
    let status = 503;
    const config = await aTool((_, response) => response.writeHead(status).end('{}'));
    const box = opened(config);
    expect(told(await use(box, 'book', { day: 'Tue' }))).toMatchObject({ ok: false });
    status = 200;
    expect(told(await use(box, 'book', { day: 'Tue' }))).toEqual({ ok: true, result: {} });
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await actions()).toMatchObject([{ status: 'succeeded', attempt: 2, error: null }]);
    const types = await eventTypes();
    expect(types.filter((type) => type.startsWith('task.'))).toEqual(['task.failed', 'task.completed']);
  });

  it('is not asked with arguments that its schema refuses', async () => {
    const config = await aTool((_, response) => response.end('{}'));
    const result = await use(opened(config), 'book', { day: 'Sun' });
    expect(told(result)).toEqual({ ok: false, error: expect.stringContaining('["Mon","Tue"]') });
    expect(requests).toEqual([]);
  });

  it.each<[string, RequestListener, Partial<AgentConfig['httpTools'][number]>, RegExp, string]>([
    ['is slow', () => undefined, { timeoutSeconds: 0.05 }, /in time/, 'timeout'],
    [
      'redirects',
      (_, response) => response.writeHead(302, { location: '/' }).end(),
      {},
      /answered 302/,
      'failed',
    ],
    ['breaks off', (request) => request.socket.destroy(), {}, /connection/, 'failed'],
    ['is not there', () => undefined, { url: 'http://127.0.0.1:9/' }, /no connection/, 'failed'],
  ])('that %s fails, and the model can talk about it', async (_, listener, more, error, status) => {
    const result = await use(opened(await aTool(listener, more)), 'book', { day: 'Mon' });
    expect(told(result)).toEqual({ ok: false, error: expect.stringMatching(error) });
    expect(result.usage).toMatchObject({ status, error: expect.stringMatching(error) });
    expect(await actions()).toMatchObject([{ status: 'failed', error: expect.stringMatching(error) }]);
  });

  it('with a huge body is heard to a bound', async () => {
    const config = await aTool((_, response) => response.end('x'.repeat(1_000_000)));
    const result = await use(opened(config), 'book', { day: 'Mon' });
    expect(result.content.length).toBeLessThan(20_000);
    expect(await actions()).toMatchObject([{ status: 'succeeded', response: { truncated: true } }]);
  });

  it('is never asked at a private address', async () => {
    const careful = await service.replica({ allowPrivateTargets: false });
    for (const scheme of ['http', 'https']) {
      const config = await aTool((_, response) => response.end('{}'));
      const [tool] = config.httpTools;
      const url = tool?.url.replace('http', scheme) ?? '';
      const result = await use(opened({ httpTools: tool ? [{ ...tool, url }] : [] }, careful.app), 'book', {
        day: 'Mon',
      });
      expect(told(result)).toMatchObject({ ok: false, error: expect.stringMatching(/https|not public/) });
    }
    expect(requests).toEqual([]);
  });

  const arrived = async (count: number) => {
    while (requests.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
});
