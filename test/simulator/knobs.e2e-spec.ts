import { aRig, ACCOUNT, NUMBERS, type Rig, TOKEN, until } from './rig.js';

const headers = {
  Authorization: `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`,
  'Content-Type': 'application/json',
};

describe('the carrier on a bad day', () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await aRig();
  });
  afterEach(() => rig.stop());

  /** In the order of arrival. */
  const arrived = () => rig.receiver.fields('/status', 'CallStatus');

  it('shuffleProgress: ringing arrives before initiated, with their numbers unchanged', async () => {
    rig.simulator.setKnobs({ shuffleProgress: true });
    await rig.callOut(NUMBERS.busy);
    expect(rig.statuses()).toEqual(['initiated', 'ringing', 'busy']);
    expect(arrived().indexOf('ringing')).toBeLessThan(arrived().indexOf('initiated'));
  });

  it('shuffleProgress: a call that never rings still tells that it was initiated', async () => {
    rig.simulator.setKnobs({ shuffleProgress: true });
    await rig.callOut(NUMBERS.failed);
    expect(arrived()).toEqual(['failed', 'initiated']);
  });

  it('lateInProgress: in-progress arrives after completed, with their numbers unchanged', async () => {
    rig.simulator.setKnobs({ lateInProgress: true });
    await rig.callOut(NUMBERS.cooperative);
    expect(rig.statuses()).toEqual(['initiated', 'ringing', 'in-progress', 'completed']);
    expect(arrived().at(-1)).toBe('in-progress');
  });

  it('duplicateCallbacks: every callback comes again, under the same token', async () => {
    rig.simulator.setKnobs({ duplicateCallbacks: 2 });
    await rig.callOut(NUMBERS.busy);
    expect(rig.receiver.at('/status')).toHaveLength(9);
    const tokens = rig.receiver
      .at('/status')
      .map((received) => received.headers['i-twilio-idempotency-token']);
    expect(new Set(tokens).size).toBe(3);
    expect(rig.receiver.at('/status').every(({ isSigned }) => isSigned)).toBe(true);
  });

  it('delayCallbacksMs: callbacks come so much later', async () => {
    rig.simulator.setKnobs({ delayCallbacksMs: 300 });
    const call = await rig.callOut(NUMBERS.busy);
    const [dialled] = rig.simulator.ledger();
    const delays = call.deliveries.map(({ at }) => at.getTime() - (dialled?.at.getTime() ?? 0));
    expect(delays).toHaveLength(3);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(300);
  });

  it('dropCallbacks: these never come', async () => {
    rig.simulator.setKnobs({ dropCallbacks: ['initiated', 'busy'] });
    const call = await rig.callOut(NUMBERS.busy);
    expect(rig.statuses()).toEqual(['ringing']);
    expect(call.deliveries.map(({ kind, result }) => [kind, result])).toEqual(
      expect.arrayContaining([
        ['initiated', 'dropped'],
        ['ringing', 204],
        ['busy', 'dropped'],
      ]),
    );
  });

  it('dropCallbacks with a count: only the next one is lost, others do not use it up', async () => {
    rig.simulator.setKnobs({ dropCallbacks: { value: ['busy'], times: 1 } });
    await rig.callOut(NUMBERS.busy);
    await rig.callOut(NUMBERS.busy);
    expect(arrived().filter((status) => status === 'initiated')).toHaveLength(2);
    expect(arrived().filter((status) => status === 'busy')).toHaveLength(1);
  });

  it('forgeCallbacks: somebody else says that the call failed, and cannot sign it', async () => {
    rig.simulator.setKnobs({ forgeCallbacks: true });
    const call = await rig.callOut(NUMBERS.busy);
    const forged = rig.receiver.at('/status').filter(({ isSigned }) => !isSigned);
    expect(forged.map(({ params }) => params['CallStatus'])).toEqual(['failed', 'failed', 'failed']);
    expect(rig.receiver.at('/status').filter(({ isSigned }) => isSigned)).toHaveLength(3);
    expect(call.deliveries.filter((delivery) => delivery.forged)).toHaveLength(3);
  });

  it('refuseCalls: 429 with Retry-After accepts nothing, once', async () => {
    rig.simulator.setKnobs({
      refuseCalls: { value: { status: 429, code: 20429, retryAfterSeconds: 2 }, times: 1 },
    });
    await expect(rig.call(NUMBERS.busy)).rejects.toMatchObject({ status: 429, code: 20429 });
    expect(rig.simulator.ledger()).toEqual([]);
    await rig.callOut(NUMBERS.busy);
    expect(rig.simulator.ledger()).toHaveLength(1);
  });

  it('refuseCalls: says when to come back', async () => {
    rig.simulator.setKnobs({ refuseCalls: { status: 429, code: 20429, retryAfterSeconds: 2 } });
    const url = `${rig.simulator.url}/2010-04-01/Accounts/${ACCOUNT}/Calls.json`;
    const response = await fetch(url, { method: 'POST', headers: { Authorization: headers.Authorization } });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('2');
  });

  it('refuseCalls: any refusal the carrier may have', async () => {
    rig.simulator.setKnobs({ refuseCalls: { status: 400, code: 21216 } });
    await expect(rig.call(NUMBERS.busy)).rejects.toMatchObject({ status: 400, code: 21216 });
    await expect(rig.call(NUMBERS.busy)).rejects.toMatchObject({ status: 400, code: 21216 });
    expect(rig.simulator.ledger()).toEqual([]);
  });

  it('holdAnswerMs: the call is under way long before the request is answered', async () => {
    rig.simulator.setKnobs({ holdAnswerMs: 300 });
    const asked = performance.now();
    const sid = await rig.call(NUMBERS.busy);
    expect(performance.now() - asked).toBeGreaterThanOrEqual(300);
    expect(rig.view(sid).status).toBe('busy');
  });

  it('a client that gives up meanwhile has called all the same', async () => {
    rig.simulator.setKnobs({ holdAnswerMs: 60_000 });
    const body = new URLSearchParams({ To: NUMBERS.busy, From: '+15005550006', Twiml: '<Response/>' });
    const client = new AbortController();
    const url = `${rig.simulator.url}/2010-04-01/Accounts/${ACCOUNT}/Calls.json`;
    const { Authorization } = headers;
    const answer = fetch(url, { method: 'POST', headers: { Authorization }, body, signal: client.signal });
    await until(() => rig.simulator.ledger().length === 1);
    client.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await rig.simulator.idle();
    expect(rig.simulator.calls()).toMatchObject([{ status: 'busy' }]);
  });

  it('closeAfterAccept: the connection ends without an answer, and the call is made', async () => {
    rig.simulator.setKnobs({ closeAfterAccept: { value: true, times: 1 } });
    await expect(rig.call(NUMBERS.busy)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await rig.simulator.idle();
    expect(rig.simulator.ledger()).toHaveLength(1);
    expect(rig.statuses()).toEqual(['initiated', 'ringing', 'busy']);
  });

  it('failAfterAccept: 500, and the call is made', async () => {
    rig.simulator.setKnobs({ failAfterAccept: true });
    await expect(rig.call(NUMBERS.busy)).rejects.toMatchObject({ status: 500, code: 20500 });
    await rig.simulator.idle();
    expect(rig.statuses()).toEqual(['initiated', 'ringing', 'busy']);
    expect(rig.simulator.ledger()).toMatchObject([
      {
        number: 1,
        to: NUMBERS.busy,
        url: `${rig.receiver.url}/twiml`,
        statusCallback: `${rig.receiver.url}/status`,
        callSid: rig.simulator.calls()[0]?.sid,
        at: expect.any(Date),
      },
    ]);
  });

  it.each([
    ['initiated', 'initiated'],
    ['answered', 'in-progress'],
    ['completed', 'completed'],
  ] as const)('answerAfterCallback: the answer comes after %s was delivered', async (event, status) => {
    rig.simulator.setKnobs({ answerAfterCallback: event });
    await rig.call(NUMBERS.cooperative);
    expect(arrived()).toContain(status);
  });

  it('answerAfterCallback: a call that never gets there is answered at its end', async () => {
    rig.simulator.setKnobs({ answerAfterCallback: 'answered' });
    await rig.call(NUMBERS.busy);
    expect(arrived()).toContain('busy');
  });

  it('listLagMs: a new call can be read at once, and is listed only later', async () => {
    rig.simulator.setKnobs({ listLagMs: 60_000 });
    const sid = await rig.call(NUMBERS.busy);
    await expect(rig.client.calls(sid).fetch()).resolves.toMatchObject({ sid });
    expect(await rig.client.calls.list({ to: NUMBERS.busy })).toEqual([]);
    rig.simulator.setKnobs({});
    expect(await rig.client.calls.list({ to: NUMBERS.busy })).toHaveLength(1);
  });
});

describe('the control surface', () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await aRig({ knobs: { duplicateCallbacks: 1 } });
  });
  afterEach(() => rig.stop());

  const sim = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${rig.simulator.url}/sim${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };

  it('reads and sets knobs; what is not named goes back to its default', async () => {
    expect((await sim('GET', '/knobs')).body).toMatchObject({ duplicateCallbacks: 1, listLagMs: 0 });
    const set = await sim('PUT', '/knobs', { closeAfterAccept: { value: true, times: 2 } });
    expect(set).toMatchObject({
      status: 200,
      body: { duplicateCallbacks: 0, closeAfterAccept: { value: true, times: 2 } },
    });
    await expect(rig.call(NUMBERS.busy)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await sim('GET', '/knobs')).body).toMatchObject({ closeAfterAccept: { value: true, times: 1 } });
  });

  it.each([
    [{ shuffle: true }, 'shuffle'],
    [{ listLagMs: -1 }, 'listLagMs'],
    [{ dropCallbacks: ['never'] }, 'dropCallbacks'],
    [{ closeAfterAccept: { value: true, times: 0 } }, 'closeAfterAccept'],
  ])('refuses the knobs %j and changes none', async (knobs, named) => {
    expect(await sim('PUT', '/knobs', knobs)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(named) },
    });
    expect((await sim('GET', '/knobs')).body).toMatchObject({ duplicateCallbacks: 1 });
  });

  it('shows calls with every request that was made for them, and the ledger', async () => {
    rig.simulator.setKnobs({});
    const call = await rig.callOut(NUMBERS.busy);
    const [shown] = (await sim('GET', '/calls')).body as [typeof call];
    expect(shown).toMatchObject({ sid: call.sid, status: 'busy', outcome: 'busy' });
    expect(shown.deliveries.map(({ kind, result }) => [kind, result])).toEqual([
      ['initiated', 204],
      ['ringing', 204],
      ['busy', 204],
    ]);
    expect((await sim('GET', '/ledger')).body).toMatchObject([
      { number: 1, callSid: call.sid, to: NUMBERS.busy },
    ]);
  });

  it('places inbound calls and hangs up', async () => {
    const [number] = await rig.client.incomingPhoneNumbers.list();
    const to = number?.phoneNumber ?? '';
    expect(await sim('POST', '/inbound', { from: NUMBERS.cooperative, to })).toMatchObject({ status: 409 });
    expect(await sim('POST', '/inbound', { from: NUMBERS.cooperative, to: '+13125559999' })).toMatchObject({
      status: 404,
    });
    expect(await sim('POST', '/inbound', { to })).toMatchObject({ status: 400 });

    await rig.client
      .incomingPhoneNumbers(number?.sid ?? '')
      .update({ voiceUrl: `${rig.receiver.url}/voice` });
    rig.receiver.reply('/voice', {
      type: 'text/xml',
      body: '<Response><Say loop="0">Welcome to this line.</Say></Response>',
    });
    const placed = await sim('POST', '/inbound', { from: NUMBERS.cooperative, to });
    expect(placed).toMatchObject({ status: 201, body: { sid: expect.stringMatching(/^CA/) } });
    const { sid } = placed.body as { sid: string };
    expect(rig.simulator.ledger()).toEqual([]);
    await until(() => rig.view(sid).status === 'in-progress');
    expect(await sim('POST', `/calls/${sid}/hangup`)).toMatchObject({ status: 204 });
    await rig.simulator.idle();
    expect(rig.view(sid).status).toBe('completed');
    expect(await sim('POST', `/calls/${sid}/hangup`)).toMatchObject({ status: 409 });
    expect(await sim('POST', '/calls/CA0/hangup')).toMatchObject({ status: 404 });
  });
});
