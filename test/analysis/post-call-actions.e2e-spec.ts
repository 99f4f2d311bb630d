import { Webhook } from 'standardwebhooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { AgentConfig, PostCallAction } from '../../src/agents/agent-config.js';
import { readBody } from '../../src/common/body.client.js';
import { organizationSecrets } from '../../src/common/signing.js';
import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import { analysed, aSpokenCall, GOOD_ANSWER } from '../support/analysed-calls.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startHttp, stopServers } from '../support/loopback-server.js';
import { startService, type TestService } from '../support/service.js';

const KEY = 'sk-test-secret-key-0123456789';

let service: TestService;
let model: ScriptedModel;
let acme: Client;

beforeAll(async () => {
  model = await startScriptedModel({ apiKey: KEY, knobs: { firstTokenMs: 0, tokensPerSecond: 0 } });
  service = await startService({ llm: { baseUrl: model.baseUrl, model: 'scripted', apiKey: KEY } });
  acme = await service.anOrganization();
});
afterEach(() => stopServers());
afterAll(async () => {
  await service.stop();
  await model.stop();
});

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Another system that answers with these statuses, the last one from then on. */
async function aSystem(...statuses: number[]) {
  const received: Received[] = [];
  const port = await startHttp((request, response) => {
    void readBody(request).then((body) => {
      received.push({ headers: request.headers, body: body.toString() });
      response.statusCode = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
      response.end(JSON.stringify({ ok: true, api_key: 'do-not-keep' }));
    });
  });
  return { url: `http://127.0.0.1:${port}/hooks?token=hidden`, received };
}

/** A call that was analysed with this result, and what came of the agent's actions. */
async function after(postCallActions: PostCallAction[], result = 'success') {
  const config: Partial<AgentConfig> = { postCallActions };
  const { id, contactId } = await aSpokenCall(service, acme, { config });
  const answer = { ...GOOD_ANSWER, success: { ...GOOD_ANSWER.success, result } };
  model.setKnobs({ replies: [{ text: JSON.stringify(answer), toolCalls: [] }] });
  await analysed(acme, id);
  return { id, contactId, call: await actionsOver(id) };
}

/** Pauses between attempts are the queue's; no test waits for them. */
const actionsOver = (id: string) =>
  eventually(async () => {
    await service.db.query(`UPDATE jobs.job SET start_after = now() WHERE state = 'retry'`);
    const { body } = await acme.get(`/api/calls/${id}?fields=full`);
    return (body['action_summary'] as { pending: number }).pending === 0 && body;
  }, 25);

const tasks = async (id: string) =>
  (
    await service.db.query<{ type: string; data: string }[]>(
      `SELECT type, data FROM events WHERE type LIKE 'task.%' AND data LIKE '%' || $1 || '%' ORDER BY id`,
      [id],
    )
  ).map(({ type, data }) => [type, (JSON.parse(data) as { task: { name: string } }).task.name]);

const tag = (when: PostCallAction['when'], name = 'Mark'): PostCallAction => ({
  type: 'add_tag',
  name,
  tag: `after-${when}`,
  when,
});

describe('after a call that was analysed', () => {
  it('a tag, a note and a signed request are done, logged, counted and told', async () => {
    const system = await aSystem(200);
    const { id, contactId, call } = await after([
      tag('always'),
      { type: 'add_note', name: 'Note', body: 'Renewed by Ava.', when: 'success' },
      { type: 'http_request', name: 'CRM', url: system.url, when: 'always' },
    ]);
    expect((await acme.get(`/api/contacts/${contactId}`)).body['tags']).toEqual(['after-always']);
    expect(call['notes']).toMatchObject([{ body: 'Renewed by Ava.', source: 'agent', author: 'Ava' }]);
    const url = system.url.replace('?token=hidden', '');
    expect(call['action_executions']).toMatchObject([
      {
        name: 'Mark',
        type: 'add_tag',
        trigger: 'post_call',
        status: 'succeeded',
        attempt: 1,
        request: { tag: 'after-always' },
      },
      { name: 'Note', type: 'add_note', status: 'succeeded' },
      {
        name: 'CRM',
        type: 'http_request',
        status: 'succeeded',
        request: { method: 'POST', url },
        response: { status: 200, body: { ok: true, api_key: '[redacted]' } },
        error: null,
        duration_ms: expect.any(Number),
      },
    ]);
    expect(call['action_summary']).toMatchObject({ total: 3, succeeded: 3, failed: 0, pending: 0 });
    expect((await tasks(id)).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['task.completed', 'CRM'],
      ['task.completed', 'Mark'],
      ['task.completed', 'Note'],
    ]);
    const [{ headers, body }] = system.received as [Received];
    const [secret = ''] = organizationSecrets(service.settings.secretKeys, acme.organizationId);
    const told = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(told).toMatchObject({
      action: { name: 'CRM' },
      call: { id, call_success: true },
      analysis: { summary: GOOD_ANSWER.summary },
    });
  });

  it.each([
    ['success', ['succeeded', 'skipped', 'succeeded']],
    ['failure', ['skipped', 'succeeded', 'succeeded']],
    ['unknown', ['skipped', 'skipped', 'succeeded']],
  ])('that was a %s, only what is meant for it is done', async (result, statuses) => {
    const { call } = await after([tag('success'), tag('failure'), tag('always')], result);
    expect((call['action_executions'] as { status: string }[]).map(({ status }) => status)).toEqual(statuses);
  });

  it('nothing is done a second time when the analysis is repeated', async () => {
    const system = await aSystem(200);
    const { id } = await after([
      { type: 'http_request', name: 'CRM', url: system.url, when: 'always' },
      { type: 'add_note', name: 'Note', body: 'Once.', when: 'always' },
    ]);
    model.setKnobs({ replies: [{ text: JSON.stringify(GOOD_ANSWER), toolCalls: [] }] });
    await analysed(acme, id);
    const call = await actionsOver(id);
    expect(call['notes']).toHaveLength(1);
    expect(call['action_executions']).toHaveLength(2);
    expect(system.received).toHaveLength(1);
  });

  it('a request that may succeed later is sent again with the same id', async () => {
    const system = await aSystem(503, 429, 200);
    const { call } = await after([{ type: 'http_request', name: 'CRM', url: system.url, when: 'always' }]);
    expect(call['action_executions']).toMatchObject([{ status: 'succeeded', attempt: 3, error: null }]);
    expect(new Set(system.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(system.received).toHaveLength(3);
  });

  it('a request that the other system refuses is not repeated', async () => {
    const system = await aSystem(422);
    const { id, call } = await after([
      { type: 'http_request', name: 'CRM', url: system.url, when: 'always' },
    ]);
    expect(call['action_executions']).toMatchObject([
      { status: 'failed', attempt: 1, error: 'The other system answered 422', response: { status: 422 } },
    ]);
    expect(call['action_summary']).toMatchObject({ failed: 1, first_error: 'The other system answered 422' });
    expect(await tasks(id)).toEqual([['task.failed', 'CRM']]);
    expect(system.received).toHaveLength(1);
  });

  it('a request that fails for ever is given up', async () => {
    const system = await aSystem(500);
    const { call } = await after([{ type: 'http_request', name: 'CRM', url: system.url, when: 'always' }]);
    expect(call['action_executions']).toMatchObject([{ status: 'failed', attempt: 9 }]);
    expect(system.received).toHaveLength(9);
  });

  it('a tag for a contact that is gone fails, and says why', async () => {
    const { id, contactId } = await aSpokenCall(service, acme, {
      config: { postCallActions: [tag('always')] },
    });
    expect((await acme.delete(`/api/contacts/${contactId}`)).status).toBeLessThan(300);
    model.setKnobs({ replies: [{ text: JSON.stringify(GOOD_ANSWER), toolCalls: [] }] });
    await analysed(acme, id);
    const call = await actionsOver(id);
    expect(call['action_executions']).toMatchObject([{ status: 'failed', error: 'The call has no contact' }]);
  });
});
