import { NumberConnections } from '../../src/calls/number-connections.service.js';
import type { Script } from '../../src/simulator/customer-script.js';
import { BAD_DAY } from '../simulator/bad-day.js';
import { eventually } from '../support/eventually.js';
import { aLine, anAgentWith, NUMBERS, OWN_NUMBER, type Line } from './line.js';

/** Whole calls over the real sockets, between the service and the simulated carrier with its customers. */

let line: Line;

beforeAll(async () => {
  line = await aLine({ timings: { endCheck: 300, ringingLimit: 60_000 } });
  const connected = await line.service.app
    .get(NumberConnections)
    .connect(line.acme.organizationId, OWN_NUMBER);
  expect(connected).toEqual({ kind: 'connected' });
});
afterAll(() => line.stop());
afterEach(() => line.simulator.setKnobs({}));

type Record_ = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/** Somebody calls us; gives the call's record once it is over. */
async function incoming(from: string, script?: Script): Promise<Record_> {
  const sid = line.simulator.receive({ from, to: OWN_NUMBER, script });
  const id = await eventually(async () => {
    const rows = (await line.service.db.query(`SELECT id FROM calls WHERE carrier_call_id = $1`, [sid])) as {
      id: string;
    }[];
    return rows[0]?.id;
  }, 20);
  return line.over(id);
}

const relaysOf = (call: Record_) =>
  line.simulator.calls().find(({ sid }) => sid === call['enhanced_context'].telephony.carrier_call_id)
    ?.relays;

describe('a call that comes in', () => {
  it('is a conversation with the agent of the number, and its record holds what was said', async () => {
    const call = await incoming('+13125550150');
    expect(call).toMatchObject({
      status: 'completed',
      call_type: 'inbound',
      call_duration: expect.any(Number),
      transcript: expect.stringMatching(/^Agent: .+\nCustomer: /),
      enhanced_context: { ended: { by: expect.stringMatching(/agent|customer/) } },
    });
    const types = (call['turn_events'] as { type: string }[]).map(({ type }) => type);
    expect(types[0]).toBe('call.ringing');
    expect(types).toContain('call.answered');
    expect(types.at(-1)).toBe('call.ended');
    const told = await line.told(call['id'] as string);
    expect(told.slice(0, 2).map(({ type }) => type)).toEqual(['call.ringing', 'call.answered']);
    expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => index + 1));
  });

  it('is recorded from the answer on when the agent says so', async () => {
    await line.service.db.query(
      `UPDATE agent_versions SET config = config || '{"record": true}' WHERE agent_id = $1`,
      [line.agentId],
    );
    const { id } = await incoming('+13125550150');
    const url = await eventually(
      async () => (await line.read(id as string))['recording_url'] as string | null,
      20,
    );
    expect((await fetch(url ?? '', { method: 'HEAD' })).status).toBe(200);
    await line.service.db.query(`UPDATE agent_versions SET config = config - 'record' WHERE agent_id = $1`, [
      line.agentId,
    ]);
  });

  it('from somebody who talks like a mailbox is one with a person all the same', async () => {
    const words = 'Please leave a message after the tone, my mailbox said. When do you open?';
    const call = await incoming('+13125550152', [{ say: words }, { say: 'Thank you. Goodbye!' }]);
    expect(call).toMatchObject({ status: 'completed', went_to_voicemail: false });
    expect(call['transcript']).toMatch(/Customer: Please leave a message.+\nAgent: .+\nCustomer: Thank you/);
  });

  it('from a withheld number is a conversation all the same', async () => {
    const call = await incoming('+266696687');
    expect(call).toMatchObject({ status: 'completed', phone_number: null, contact_id: null });
    expect(call['transcript']).toContain('Agent: ');
  });
});

describe('a conversation whose socket breaks', () => {
  it('is taken up again once, without a second greeting, and ends well', async () => {
    line.simulator.setKnobs({ dropSocket: { value: true, times: 1 } });
    const call = await line.over(await line.call(NUMBERS.cooperative));
    expect(relaysOf(call)).toHaveLength(2);
    expect(call).toMatchObject({ status: 'completed', enhanced_context: { ended: { category: null } } });
  });

  it('twice is given up, and is nobody’s fault but the connection’s', async () => {
    line.simulator.setKnobs({ dropSocket: { value: true, times: 2 } });
    const call = await line.over(await line.call(NUMBERS.cooperative));
    expect(relaysOf(call)).toHaveLength(2);
    expect(call).toMatchObject({
      status: 'failed',
      ended_reason: 'connection-lost',
      enhanced_context: { ended: { by: 'platform', retryable: true } },
    });
  });
});

describe('a call on a bad day', () => {
  it('with everything late, twice or out of order ends as it would have on a good one', async () => {
    line.simulator.setKnobs(BAD_DAY);
    const call = await line.over(await line.call(NUMBERS.cooperative));
    expect(call).toMatchObject({ status: 'completed', transcript: expect.stringContaining('Customer: ') });
    const told = (await line.told(call['id'] as string)).map(({ type }) => type);
    for (const once of ['call.queued', 'call.ringing', 'call.answered', 'call.ended'])
      expect(told.filter((type) => type === once)).toEqual([once]);
  });
});

describe('two calls with one contact at once', () => {
  it('are two conversations, each with a record of its own', async () => {
    const [one, two] = await Promise.all([line.call(NUMBERS.cooperative), line.call(NUMBERS.cooperative)]);
    const [first, second] = [await line.over(one), await line.over(two)];
    expect(first['contact_id']).toBe(second['contact_id']);
    for (const call of [first, second])
      expect(call).toMatchObject({ status: 'completed', transcript: expect.stringContaining('Customer: ') });
  });
});

describe('an operator who ends a live call', () => {
  it('ends it at the carrier and in the conversation at once, and the record says who', async () => {
    line.simulator.setKnobs({ script: [] });
    const agentId = await anAgentWith(line, { silenceSeconds: 60, maxDurationSeconds: 14_400 });
    const id = await line.call(NUMBERS.cooperative, { agentId, fromNumber: OWN_NUMBER });
    await line.until(id, 'in-progress');
    await eventually(async () => {
      const rows = await line.service.db.query(`SELECT 1 FROM relay_sessions WHERE call_id = $1`, [id]);
      return (rows as unknown[]).length > 0;
    }, 20);
    expect((await line.acme.post(`/api/calls/${id}/end`)).status).toBe(202);
    expect(await line.over(id)).toMatchObject({
      status: 'completed',
      ended_reason: 'manually-ended',
      enhanced_context: { ended: { by: 'operator' } },
    });
    const [session] = (await line.service.db.query(
      `SELECT closed_at - c.end_requested_at < interval '1 second' AS soon
         FROM relay_sessions s JOIN calls c ON c.organization_id = s.organization_id AND c.id = s.call_id
        WHERE s.call_id = $1`,
      [id],
    )) as { soon: boolean }[];
    expect(session?.soon).toBe(true);
  });
});
