import { aRig, ACCOUNT, NUMBERS, type Rig, sdk } from './rig.js';

/** Voice Insights, asked by the official SDK. */
describe('a call’s summary', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await aRig({ otherAccounts: [{ accountSid: OTHER, authToken: 'other-token', numbers: [] }] });
  });
  afterAll(() => rig.stop());
  beforeEach(() => rig.simulator.setKnobs({}));

  const OTHER = `AC${'2'.repeat(32)}`;
  const twiml = `<Response><Say>${'x'.repeat(150)}</Say></Response>`;
  const aCall = async (to: string = NUMBERS.cooperative): Promise<string> =>
    (await rig.callOut(to, { url: undefined, twiml })).sid;
  const summaryOf = (sid: string, state?: 'complete' | 'partial', client = rig.client) =>
    client.insights.v1.calls(sid).summary().fetch({ processingState: state });
  const complete = async (sid: string) => {
    for (;;) {
      const summary = await summaryOf(sid).catch(() => null);
      if (summary) return summary;
    }
  };

  it('tells what was measured at the gateway, in both directions, the same each time', async () => {
    const sid = await aCall();
    const summary = await complete(sid);
    expect(summary).toMatchObject({
      accountSid: ACCOUNT,
      callSid: sid,
      callType: 'carrier',
      callState: 'completed',
      processingState: 'complete',
      sipEdge: null,
      clientEdge: null,
      properties: { direction: 'outbound-api', last_sip_response_num: 200 },
    });
    const packets = 50 * Number(rig.view(sid).duration);
    const measured = (counted: string) => ({
      codec: 0,
      codec_name: 'pcmu',
      [counted]: packets,
      packets_lost: expect.any(Number),
      packets_loss_percentage: expect.any(Number),
      jitter: { avg: expect.any(Number), max: expect.any(Number) },
      latency: { avg: expect.any(Number), max: expect.any(Number) },
    });
    expect(summary.carrierEdge.metrics).toEqual({
      inbound: measured('packets_received'),
      outbound: measured('packets_sent'),
    });
    expect((await summaryOf(sid)).carrierEdge).toEqual(summary.carrierEdge);
  });

  it('has no figures of a call that nobody answered', async () => {
    const summary = await complete(await aCall(NUMBERS.busy));
    expect(summary).toMatchObject({ callState: 'busy', carrierEdge: { metrics: null } });
  });

  it('partialSummary: is partial so often, and only for who asks for that', async () => {
    const sid = await aCall();
    await complete(sid);
    rig.simulator.setKnobs({ partialSummary: { value: true, times: 1 } });
    await expect(summaryOf(sid)).rejects.toMatchObject({ status: 404, code: 20404 });
    const partial = await summaryOf(sid, 'partial');
    expect(partial).toMatchObject({
      processingState: 'partial',
      carrierEdge: { metrics: { outbound: null } },
    });
    expect((await summaryOf(sid)).processingState).toBe('complete');
    await expect(summaryOf(sid, 'partial')).rejects.toMatchObject({ status: 404 });
  });

  it('absentSummary: is not there', async () => {
    const sid = await aCall();
    await complete(sid);
    rig.simulator.setKnobs({ absentSummary: { value: true, times: 1 } });
    await expect(summaryOf(sid)).rejects.toMatchObject({ status: 404, code: 20404 });
    await expect(summaryOf(sid)).resolves.toBeDefined();
  });

  it('refuseSummaries: is refused with this status and code', async () => {
    const sid = await aCall();
    await complete(sid);
    rig.simulator.setKnobs({ refuseSummaries: { value: { status: 403, code: 20403 }, times: 1 } });
    await expect(summaryOf(sid)).rejects.toMatchObject({ status: 403, code: 20403 });
    await expect(summaryOf(sid)).resolves.toBeDefined();
  });

  it('is shown to the call’s own account alone, and of no call that is live or not there', async () => {
    const sid = await aCall();
    await complete(sid);
    const other = sdk(rig.simulator.url, 'other-token', OTHER);
    const stranger = sdk(rig.simulator.url, 'wrong');
    await expect(summaryOf(sid, undefined, other)).rejects.toMatchObject({ status: 404 });
    await expect(summaryOf(sid, undefined, stranger)).rejects.toMatchObject({ status: 401, code: 20003 });
    const live = await rig.call(NUMBERS.noAnswer);
    await expect(summaryOf(live, 'partial')).rejects.toMatchObject({ status: 404 });
    await rig.simulator.idle();
  });
});
