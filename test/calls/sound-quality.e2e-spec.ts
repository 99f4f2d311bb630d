import { NumberConnections } from '../../src/calls/number-connections.service.js';
import { ConversationRecords } from '../../src/conversations/conversation-records.service.js';
import { Transactions } from '../../src/database/transactions.service.js';
import type { KnobSettings } from '../../src/simulator/knobs.js';
import { eventually } from '../support/eventually.js';
import { aLine, NUMBERS, OWN_NUMBER, type Line } from './line.js';
import { aBringer, OWN } from './own-accounts.js';

/** How a call sounded: estimated at its end, and measured when the carrier has worked it out. */
let line: Line;
beforeAll(async () => {
  line = await aLine({
    pace: 0.05,
    // A job that was put off is found within a second: nobody asks for more than half a minute.
    timings: { soundLooks: Array.from({ length: 40 }, (_, look) => 20 * (look + 1)) },
    otherAccounts: [OWN],
  });
  await line.service.app.get(NumberConnections).connect(line.acme.organizationId, OWN_NUMBER);
});
afterEach(() => {
  line.simulator.setKnobs({});
});
afterAll(() => line.stop());

const STREAM = { loss_pct: expect.any(Number), jitter_ms: expect.any(Number), mos: null };
const MEASURED = {
  codec: 'PCMU',
  inbound: STREAM,
  outbound: STREAM,
  rtt_ms: null,
  words_per_minute: expect.any(Number),
  source: 'carrier',
};
const ESTIMATED = { ...MEASURED, codec: null, inbound: null, outbound: null, source: 'estimated' };

/** A call that is over, with the carrier behaving so when it is asked about it. */
async function aCall(knobs: KnobSettings = {}): Promise<string> {
  line.simulator.setKnobs(knobs);
  const callId = await line.call(NUMBERS.cooperative);
  await line.over(callId);
  return callId;
}

const audioOf = async (callId: string) =>
  (await line.acme.get(`/api/calls/${callId}?include=metrics`)).body['audio_metrics'];

/** As soon as the carrier has told this, and in both directions all of it. */
const measured = (callId: string, direction: 'inbound' | 'outbound' = 'outbound', who = line.acme) =>
  eventually(async () => {
    const { body } = await who.get(`/api/calls/${callId}?include=metrics`);
    return body['audio_metrics']?.[direction] && body['audio_metrics'];
  }, 30);

/** Nobody will ask about the call any more; a look that was planned and not done would be among these. */
const askedEnough = (callId: string, { service } = line) =>
  eventually(async () => {
    const jobs = await service.db.query(
      `SELECT state FROM jobs.job WHERE name = 'fetch-sound-quality' AND data ->> 'callId' = $1`,
      [callId],
    );
    return jobs.length > 0 && jobs.every(({ state }: { state: string }) => state === 'completed') && jobs;
  }, 20);

describe('a call', () => {
  it('shows what the carrier has measured, with the pace that it heard itself', async () => {
    const callId = await aCall({ refuseSummaries: { status: 500, code: 20500 } });
    const estimated = await line.acme.get(`/api/calls/${callId}?include=metrics`);
    expect(estimated.body['audio_metrics']).toEqual(ESTIMATED);
    const toldBefore = await line.told(callId);
    line.simulator.setKnobs({});
    const audio = await measured(callId);
    expect(audio).toEqual(MEASURED);
    expect(audio.words_per_minute).toBe(estimated.body['audio_metrics'].words_per_minute);
    const after = await line.acme.get(`/api/calls/${callId}?include=metrics`, {
      'If-None-Match': String(estimated.headers.get('etag')),
    });
    expect(after.status).toBe(200);
    // The light payload is what it was: nobody is told of a change.
    expect((await line.told(callId)).filter(({ type }) => type !== 'call.analyzed')).toEqual(
      toldBefore.filter(({ type }) => type !== 'call.analyzed'),
    );
  });

  it('keeps what was measured when its conversation is written down once more', async () => {
    const callId = await aCall();
    const audio = await measured(callId);
    const { app } = line.service;
    await app
      .get(Transactions)
      .run((tx) => app.get(ConversationRecords).write(tx, line.acme.organizationId, callId));
    expect(await audioOf(callId)).toEqual(audio);
  });

  it('that came in is asked about too', async () => {
    const from = '+13125550151';
    line.simulator.receive({ to: OWN_NUMBER, from });
    const callId = await eventually(async () => {
      const { body } = await line.acme.get(`/api/calls?phone_number=${encodeURIComponent(from)}`);
      return body.data[0]?.status === 'completed' && (body.data[0].id as string);
    }, 20);
    expect(await measured(callId)).toEqual(MEASURED);
  });

  it('shows what the carrier has so far, and the rest when that is there', async () => {
    const callId = await aCall({ partialSummary: true });
    expect(await measured(callId, 'inbound')).toEqual({ ...MEASURED, outbound: null });
    line.simulator.setKnobs({});
    expect(await measured(callId)).toEqual(MEASURED);
    await askedEnough(callId);
  });

  it('is asked about again while the carrier has no time or cannot answer', async () => {
    const callId = await aCall({ refuseSummaries: { value: { status: 429, code: 20429 }, times: 1 } });
    expect(await measured(callId)).toEqual(MEASURED);
    expect((await askedEnough(callId)).length).toBeGreaterThan(1);
  });

  it('keeps the estimate when the account is not told such things, and is asked about once', async () => {
    const callId = await aCall({ refuseSummaries: { value: { status: 403, code: 20403 }, times: 1 } });
    expect(await askedEnough(callId)).toHaveLength(1);
    expect(await audioOf(callId)).toEqual(ESTIMATED);
  });

  it('of a carrier that is not asked any more keeps the estimate', async () => {
    const callId = await aCall({ refuseSummaries: { status: 500, code: 20500 } });
    await line.service.db.query(`UPDATE calls SET carrier = 'twilio' WHERE id = $1`, [callId]);
    line.simulator.setKnobs({});
    await askedEnough(callId);
    expect(await audioOf(callId)).toEqual(ESTIMATED);
  });

  it('that nobody answered is not asked about', async () => {
    const callId = await line.call(NUMBERS.busy);
    await line.over(callId);
    const jobs = await line.service.db.query(
      `SELECT 1 FROM jobs.job WHERE name = 'fetch-sound-quality' AND data ->> 'callId' = $1`,
      [callId],
    );
    expect(jobs).toEqual([]);
    expect(await audioOf(callId)).toBeNull();
  });

  it('of an organization’s own account is asked about with that account', async () => {
    const bringer = await aBringer(line);
    await bringer.bring(OWN);
    const callId = await bringer.call(NUMBERS.cooperative, OWN);
    expect(await measured(callId, 'outbound', bringer.client)).toEqual(MEASURED);
  });
});

describe('a call of which the carrier never tells how it sounded', () => {
  let impatient: Line;
  beforeAll(async () => {
    const timings = { soundLooks: [20, 40, 60] };
    impatient = await aLine({ pace: 0.05, knobs: { absentSummary: true }, timings });
  });
  afterAll(() => impatient.stop());

  it('keeps the estimate, and is asked about so often and no more', async () => {
    const callId = await impatient.call(NUMBERS.cooperative);
    await impatient.over(callId);
    expect(await askedEnough(callId, impatient)).toHaveLength(3);
    expect((await impatient.read(callId))['audio_metrics']).toEqual(ESTIMATED);
  });
});
