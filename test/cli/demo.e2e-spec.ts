import { jest } from '@jest/globals';
import { Client } from '../support/client.js';
import { runCli } from '../support/cli.js';
import { startService, type TestService } from '../support/service.js';

// Every command is a process that loads the product.
jest.setTimeout(120_000);

let service: TestService;

interface LoadedDemo {
  client: Client;
  agentId: string;
  mappingId: string;
}

async function load(calls: number, seed = 1): Promise<LoadedDemo> {
  const run = await runCli(
    { DATABASE_URL: service.settings.databaseUrl, SECRET_KEY: service.settings.secretKeys.current },
    ...`demo load --calls ${calls} --seed ${seed} --until 2026-03-10T15:00:00Z --json`.split(' '),
  );
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(Object.keys(run.json())).toEqual(['organization_id', 'api_key', 'agent_id', 'mapping_id']);
  const {
    organization_id: organizationId,
    api_key: apiKey,
    agent_id: agentId,
    mapping_id: mappingId,
  } = run.json();
  return { client: new Client(service.url, { organizationId, apiKey }), agentId, mappingId };
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
async function everyCall(client: Client, query: string): Promise<any[]> {
  const calls = [];
  for (let offset = 0; ; offset += 100) {
    const { body } = await client.get(`/api/calls?limit=100&offset=${offset}&${query}`);
    calls.push(...body.data);
    if (!body.pagination.has_more) return calls;
  }
}

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('demo data', () => {
  it('is an organization of its own whose calls are all over', async () => {
    const { client, agentId } = await load(5_000);
    const total = async (query: string): Promise<number> =>
      (await client.get(`/api/calls?limit=1&${query}`)).body.pagination.total;

    const statuses = ['completed', 'busy', 'no-answer', 'failed', 'canceled'];
    const totals = await Promise.all(statuses.map((status) => total(`status=${status}`)));
    expect(Math.min(...totals)).toBeGreaterThan(0);
    expect(totals.reduce((sum, count) => sum + count, 0)).toBe(5_000);
    expect(await total('')).toBe(5_000);
    expect((await total('call_type=inbound')) + (await total('call_type=outbound'))).toBe(5_000);
    expect((await client.get(`/api/agents/${agentId}`)).body).toMatchObject({
      name: 'Ava',
      status: 'active',
    });
    expect(await total(`agent_id=${agentId}`)).toBeGreaterThan(500);
  });

  it('reads through the API as any other call, in every payload', async () => {
    const { client } = await load(300);
    const calls = await everyCall(client, 'fields=full&include=metrics,diagnostics,actions');
    expect(calls).toHaveLength(300);
    for (const call of calls) {
      expect(call.started_at <= call.ended_at).toBe(true);
      expect(call.enhanced_context.agent.name).toBe(call.agent_name);
      expect(call.enhanced_context.ended).not.toBeNull();
      expect(call.turn_events.at(-1).at).toBe(call.ended_at);
      const spoken = call.transcript?.split('\n').length ?? 0;
      expect(call.transcript_formatted).toHaveLength(spoken);
    }
    const succeeded = calls.filter(({ action_summary: summary }) => summary.succeeded > 0);
    expect(succeeded.length).toBeGreaterThan(0);
    expect(calls.some(({ notes }) => notes.length > 0)).toBe(true);
  });

  it('is the same for the same seed, and another for another', async () => {
    const [first, second, other] = [await load(200, 7), await load(200, 7), await load(200, 8)];
    // What the organization gives of its own: the agents' ids, which all calls name.
    const told = async ({ client }: LoadedDemo) =>
      (await everyCall(client, 'fields=full&include=metrics,diagnostics')).map((call) => {
        call.enhanced_context.agent.id = call.agent_id = 'an agent';
        return call;
      });
    const reference = await told(first);
    expect(await told(second)).toEqual(reference);
    expect(await told(other)).not.toEqual(reference);
  });
});
