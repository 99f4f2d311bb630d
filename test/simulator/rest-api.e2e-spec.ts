import { aRig, ACCOUNT, NUMBERS, OWN_NUMBER, type Rig, sdk, TOKEN, until } from './rig.js';

const SID = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}[0-9a-f]{32}$`));

describe('the REST API, as the official SDK sees it', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await aRig();
  });
  afterAll(() => rig.stop());

  /** A call that rings until the test is done with it. */
  const aRingingCall = async (): Promise<string> => {
    const sid = await rig.call(NUMBERS.noAnswer, { timeout: 600 });
    await until(() => rig.view(sid).status === 'ringing');
    return sid;
  };

  /** A call that is spoken to until the test is done with it. */
  const anAnsweredCall = async (): Promise<string> => {
    const twiml = '<Response><Say loop="0">Please hold the line.</Say></Response>';
    const sid = await rig.call(NUMBERS.cooperative, { url: undefined, twiml });
    await until(() => rig.view(sid).status === 'in-progress');
    return sid;
  };

  it('a new call is queued, and the answer is the whole resource', async () => {
    const call = await rig.client.calls.create({
      to: NUMBERS.busy,
      from: OWN_NUMBER,
      url: `${rig.receiver.url}/twiml`,
    });
    expect(call.toJSON()).toMatchObject({
      sid: SID('CA'),
      accountSid: ACCOUNT,
      parentCallSid: null,
      to: NUMBERS.busy,
      toFormatted: '(312) 555-0101',
      from: OWN_NUMBER,
      fromFormatted: '(312) 555-0199',
      phoneNumberSid: SID('PN'),
      status: 'queued',
      startTime: null,
      endTime: null,
      duration: null,
      price: null,
      priceUnit: 'USD',
      direction: 'outbound-api',
      answeredBy: null,
      apiVersion: '2010-04-01',
      queueTime: '0',
      dateCreated: null,
      uri: `/2010-04-01/Accounts/${ACCOUNT}/Calls/${call.sid}.json`,
    });
  });

  it('a call can be read while it is live and after its end', async () => {
    const sid = await anAnsweredCall();
    const live = await rig.client.calls(sid).fetch();
    expect(live).toMatchObject({
      status: 'in-progress',
      duration: null,
      startTime: expect.any(Date),
      endTime: null,
    });
    await rig.client.calls(sid).update({ status: 'completed' });
    await rig.simulator.idle();
    const over = await rig.client.calls(sid).fetch();
    expect(over).toMatchObject({
      status: 'completed',
      endTime: expect.any(Date),
      duration: expect.stringMatching(/^\d+$/),
    });
  });

  it.each([
    { wrong: 'no To', order: { to: '' }, code: 21201 },
    { wrong: 'To that is no number', order: { to: '5551234' }, code: 21211 },
    { wrong: 'To that is invalid', order: { to: '+15005550001' }, code: 21217 },
    { wrong: 'To that cannot be reached', order: { to: '+15005550002' }, code: 21214 },
    { wrong: 'To abroad', order: { to: '+15005550003' }, code: 21215 },
    { wrong: 'To that is blocked', order: { to: '+15005550004' }, code: 21216 },
    { wrong: 'no From', order: { from: '' }, code: 21213 },
    { wrong: 'From that is no number', order: { from: 'Ava' }, code: 21212 },
    { wrong: 'From that is invalid', order: { from: '+15005550001' }, code: 21212 },
    { wrong: 'From of somebody else', order: { from: '+13125559999' }, code: 21210 },
    { wrong: 'neither Url nor Twiml', order: { url: undefined }, code: 21205 },
    { wrong: 'Url that is none', order: { url: 'not a url' }, code: 21205 },
    { wrong: 'Twiml that is too long', order: { url: undefined, twiml: 'x'.repeat(4001) }, code: 20001 },
    { wrong: 'application', order: { applicationSid: `AP${'0'.repeat(32)}` }, code: 21218 },
    { wrong: 'status callback', order: { statusCallback: 'http://under_score.example/' }, code: 21609 },
    { wrong: 'status event', order: { statusCallbackEvent: ['initiated', 'finished'] }, code: 20001 },
    { wrong: 'time limit', order: { timeLimit: 0 }, code: 20001 },
    { wrong: 'detection mode', order: { machineDetection: 'Maybe' }, code: 20001 },
  ])('refuses $wrong with $code and accepts nothing', async ({ order, code }) => {
    const before = rig.simulator.ledger().length;
    await expect(rig.call(NUMBERS.cooperative, order)).rejects.toMatchObject({
      status: 400,
      code,
      moreInfo: `https://www.twilio.com/docs/errors/${code}`,
    });
    expect(rig.simulator.ledger()).toHaveLength(before);
  });

  it('takes the test number of Twilio as caller', async () => {
    await expect(rig.call(NUMBERS.busy, { from: '+15005550006' })).resolves.toEqual(SID('CA'));
  });

  it('refuses a wrong token with 401 / 20003', async () => {
    const impostor = sdk(rig.simulator.url, 'wrong');
    await expect(impostor.calls.list()).rejects.toMatchObject({ status: 401, code: 20003 });
    expect((await fetch(`${rig.simulator.url}/sim/ledger`)).status).toBe(401);
  });

  it('what does not exist is 404 / 20404', async () => {
    const missing = { status: 404, code: 20404 };
    await expect(rig.client.calls(`CA${'0'.repeat(32)}`).fetch()).rejects.toMatchObject(missing);
    await expect(rig.client.recordings(`RE${'0'.repeat(32)}`).fetch()).rejects.toMatchObject(missing);
    await expect(rig.client.incomingPhoneNumbers(`PN${'0'.repeat(32)}`).fetch()).rejects.toMatchObject(
      missing,
    );
    await expect(rig.client.messages.list()).rejects.toMatchObject(missing);
    const foreign = rig.client.api.v2010.accounts(`AC${'2'.repeat(32)}`);
    await expect(foreign.calls.list()).rejects.toMatchObject(missing);
  });

  it.each(['canceled', 'completed'] as const)(
    'a ringing call that is updated to %s ends canceled',
    async (status) => {
      const sid = await aRingingCall();
      await rig.client.calls(sid).update({ status });
      await rig.simulator.idle();
      expect(rig.view(sid)).toMatchObject({ status: 'canceled', duration: '0' });
      const last = rig.receiver.at('/status').findLast(({ params }) => params['CallSid'] === sid);
      expect(last?.params).toMatchObject({ CallStatus: 'canceled', SipResponseCode: '487' });
    },
  );

  it('an answered call can be hung up, and not canceled', async () => {
    const sid = await anAnsweredCall();
    const refused = { status: 400, code: 21220 };
    await expect(rig.client.calls(sid).update({ status: 'canceled' })).rejects.toMatchObject(refused);
    await rig.client.calls(sid).update({ status: 'completed' });
    await rig.simulator.idle();
    expect(rig.view(sid).status).toBe('completed');
  });

  it('a call that is over takes no update', async () => {
    const { sid } = await rig.callOut(NUMBERS.busy);
    const refused = { status: 400, code: 21220 };
    await expect(rig.client.calls(sid).update({ status: 'completed' })).rejects.toMatchObject(refused);
    await expect(rig.client.calls(sid).update({ twiml: '<Response/>' })).rejects.toMatchObject(refused);
  });

  it('an answered call goes on with other instructions; a ringing one does not', async () => {
    const answered = await anAnsweredCall();
    rig.receiver.reply('/elsewhere', { type: 'text/xml', body: '<Response><Hangup/></Response>' });
    await rig.client.calls(answered).update({ url: `${rig.receiver.url}/elsewhere` });
    await until(() => rig.view(answered).status === 'completed');
    expect(rig.receiver.fields('/elsewhere', 'CallSid')).toEqual([answered]);

    const spoken = await anAnsweredCall();
    await rig.client.calls(spoken).update({ twiml: '<Response><Hangup/></Response>' });
    await until(() => rig.view(spoken).status === 'completed');

    const ringing = await aRingingCall();
    const refused = { status: 400, code: 21220 };
    await expect(rig.client.calls(ringing).update({ twiml: '<Response/>' })).rejects.toMatchObject(refused);
    await rig.client.calls(ringing).update({ status: 'canceled' });
  });

  it('numbers can be listed, acquired and pointed at the application', async () => {
    const [own] = await rig.client.incomingPhoneNumbers.list({ phoneNumber: OWN_NUMBER });
    expect(own).toMatchObject({ sid: SID('PN'), phoneNumber: OWN_NUMBER, voiceUrl: '' });

    const created = await rig.client.incomingPhoneNumbers.create({
      phoneNumber: '+13125550188',
      friendlyName: 'Desk',
    });
    await expect(rig.call(NUMBERS.busy, { from: '+13125550188' })).resolves.toEqual(SID('CA'));
    await expect(
      rig.client.incomingPhoneNumbers.create({ phoneNumber: '+13125550188' }),
    ).rejects.toMatchObject({ code: 21422 });
    await expect(rig.client.incomingPhoneNumbers.create({ phoneNumber: '12' })).rejects.toMatchObject({
      code: 21421,
    });

    const voiceUrl = `${rig.receiver.url}/voice`;
    const updated = await rig.client
      .incomingPhoneNumbers(created.sid)
      .update({ voiceUrl, voiceMethod: 'GET' });
    expect(updated).toMatchObject({ friendlyName: 'Desk', voiceUrl, voiceMethod: 'GET' });
    await expect(
      rig.client.incomingPhoneNumbers(created.sid).update({ voiceUrl: 'nowhere' }),
    ).rejects.toMatchObject({ code: 21205 });
    expect(await rig.client.incomingPhoneNumbers(created.sid).fetch()).toMatchObject({ voiceUrl });
  });
});

describe('the list of calls', () => {
  let rig: Rig;
  let sids: string[];
  const today = new Date('2026-03-01T12:00:00Z');
  beforeAll(async () => {
    rig = await aRig({ numbers: [OWN_NUMBER, '+13125550198'], now: () => today });
    sids = [];
    for (const to of [NUMBERS.busy, NUMBERS.busy, NUMBERS.failed, NUMBERS.cooperative, NUMBERS.busy])
      sids.push(await rig.call(to, { from: sids.length < 2 ? '+13125550198' : OWN_NUMBER }));
    await rig.simulator.idle();
  });
  afterAll(() => rig.stop());

  const listed = async (filter: NonNullable<Parameters<typeof rig.client.calls.list>[0]>) =>
    (await rig.client.calls.list(filter as never)).map(({ sid }) => sids.indexOf(sid));

  it('has the newest first', async () => {
    expect(await listed({})).toEqual([4, 3, 2, 1, 0]);
  });

  it.each([
    [{ to: NUMBERS.busy }, [4, 1, 0]],
    [{ from: '+13125550198' }, [1, 0]],
    [{ to: NUMBERS.busy, from: OWN_NUMBER }, [4]],
    [{ status: 'completed' as const }, [3]],
    [{ to: '+13125550177' }, []],
  ])('filters by %j', async (filter, expected) => {
    expect(await listed(filter)).toEqual(expected);
  });

  it('filters by the day of the start, bounds included', async () => {
    const day = 24 * 60 * 60 * 1000;
    expect(await listed({ startTimeAfter: today })).toHaveLength(5);
    expect(await listed({ startTimeBefore: today })).toHaveLength(5);
    expect(await listed({ startTime: today })).toHaveLength(5);
    expect(await listed({ startTimeAfter: new Date(today.getTime() + day) })).toEqual([]);
    expect(await listed({ startTimeBefore: new Date(today.getTime() - day) })).toEqual([]);
  });

  it('is read page by page, and calls that arrive meanwhile shift nothing', async () => {
    const first = await rig.client.calls.page({ pageSize: 2 });
    expect(first.instances.map(({ sid }) => sids.indexOf(sid))).toEqual([4, 3]);
    await rig.callOut(NUMBERS.busy);
    const second = await first.nextPage();
    expect(second?.instances.map(({ sid }) => sids.indexOf(sid))).toEqual([2, 1]);
    const third = await second?.nextPage();
    expect(third?.instances.map(({ sid }) => sids.indexOf(sid))).toEqual([0]);
    expect(third?.nextPageUrl).toBeUndefined();
  });

  it('keeps its filters from page to page', async () => {
    const found = await rig.client.calls.list({ from: '+13125550198', pageSize: 1 });
    expect(found.map(({ sid }) => sids.indexOf(sid))).toEqual([1, 0]);
  });
});

describe('memory', () => {
  it('forgets the oldest finished calls, with their recordings', async () => {
    const rig = await aRig({ keptCalls: 2 });
    const recorded = await rig.callOut(NUMBERS.cooperative, { record: true });
    expect(await rig.client.recordings.list()).toHaveLength(1);
    await rig.callOut(NUMBERS.busy);
    await rig.callOut(NUMBERS.busy);
    expect(rig.simulator.calls()).toHaveLength(2);
    await expect(rig.client.calls(recorded.sid).fetch()).rejects.toMatchObject({ code: 20404 });
    expect(await rig.client.recordings.list()).toEqual([]);
    expect(rig.simulator.ledger().map(({ number }) => number)).toEqual([1, 2, 3]);
    await rig.stop();
  });

  it('the same seed gives the same ids, no seed others', async () => {
    const rigs = await Promise.all([aRig({ seed: 7 }), aRig({ seed: 7 }), aRig(), aRig()]);
    const sids = await Promise.all(rigs.map((rig) => rig.call(NUMBERS.busy)));
    expect(sids[0]).toBe(sids[1]);
    expect(new Set(sids).size).toBe(3);
    await Promise.all(rigs.map((rig) => rig.stop()));
  });

  it('stops in the middle of calls without another word to the application', async () => {
    const rig = await aRig();
    for (const to of Object.values(NUMBERS)) await rig.call(to);
    await until(() => rig.receiver.at('/twiml').length > 0);
    await rig.simulator.stop();
    const heard = rig.receiver.received.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(rig.receiver.received).toHaveLength(heard);
    await expect(sdk(rig.simulator.url, TOKEN).calls.list()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await rig.receiver.stop();
  });
});
