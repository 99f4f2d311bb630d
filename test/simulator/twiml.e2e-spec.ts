import { xml } from './receiver.js';
import { aRig, NUMBERS, OWN_NUMBER, type Rig, until } from './rig.js';

describe('TwiML on an answered call', () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await aRig();
  });
  afterEach(() => rig.stop());

  const hear = (verbs: string, to: string = NUMBERS.cooperative) => {
    rig.receiver.reply('/twiml', xml(verbs));
    return rig.callOut(to);
  };

  it.each([
    ['speech takes its time', `<Say>${'x'.repeat(300)}</Say>`, 20],
    ['speech is repeated', `<Say loop="3">${'x'.repeat(150)}</Say>`, 30],
    ['a file is played', '<Play loop="5">https://example.com/a.mp3</Play>', 15],
    ['digits are played', `<Play digits="${'1w'.repeat(20)}"/>`, 20],
    [
      'a short pause is waited for',
      '<Pause length="3"/><Pause length="3"/><Pause length="3"/><Say>Hi</Say>',
      9,
    ],
    ['nothing follows a hang-up', '<Hangup/><Say loop="0">Never</Say>', 0],
    [
      'a rejection comes too late and hangs up',
      `<Say>${'x'.repeat(150)}</Say><Reject/><Say loop="0">Never</Say>`,
      10,
    ],
    ['an empty document ends the call', '', 0],
  ])('%s', async (_what, verbs, seconds) => {
    const call = await hear(verbs);
    expect(call.status).toBe('completed');
    expect(Number(call.duration)).toBeGreaterThanOrEqual(seconds);
  });

  it('plain text is read out, and audio is played', async () => {
    rig.receiver.reply('/twiml', { type: 'text/plain', body: 'x'.repeat(300) });
    expect(Number((await rig.callOut(NUMBERS.cooperative)).duration)).toBeGreaterThanOrEqual(20);
    rig.receiver.reply('/twiml', { type: 'audio/mpeg', body: 'ID3' });
    expect(Number((await rig.callOut(NUMBERS.cooperative)).duration)).toBeGreaterThanOrEqual(3);
  });

  it('a redirect goes on with another document, also a relative one and by GET', async () => {
    rig.receiver.reply(
      '/next/step',
      xml('<Redirect method="GET">last?a=1&amp;b=2</Redirect><Say>never</Say>'),
    );
    rig.receiver.reply('/next/last', xml('<Hangup/>'));
    const call = await hear('<Redirect>/next/step</Redirect>');
    expect(call.status).toBe('completed');
    expect(rig.receiver.at('/next/step')[0]).toMatchObject({ method: 'POST', isSigned: true });
    expect(rig.receiver.at('/next/last')[0]).toMatchObject({
      method: 'GET',
      isSigned: true,
      params: { a: '1', b: '2', CallStatus: 'in-progress' },
    });
  });

  it('a circle of redirects ends in failure', async () => {
    const call = await hear('<Redirect>/twiml</Redirect>');
    expect(call.status).toBe('failed');
    expect(rig.receiver.at('/twiml')).toHaveLength(100);
  });

  it('a message is recorded and handed to the action', async () => {
    rig.receiver.reply('/recorded', xml('<Hangup/>'));
    const call = await hear(
      `<Record action="/recorded" maxLength="4" recordingStatusCallback="/recording#rc=1" recordingStatusCallbackEvent="in-progress completed"/>`,
    );
    const [recorded] = rig.receiver.at('/recorded');
    expect(recorded?.params).toMatchObject({
      CallSid: call.sid,
      RecordingSid: expect.stringMatching(/^RE[0-9a-f]{32}$/),
      RecordingDuration: expect.stringMatching(/^\d+$/),
      RecordingUrl: `${rig.simulator.url}/2010-04-01/Accounts/${call.account_sid}/Recordings/${recorded?.params['RecordingSid']}`,
    });
    expect(rig.receiver.fields('/recording', 'RecordingStatus')).toEqual(['in-progress', 'completed']);
    expect(rig.receiver.at('/recording')[0]?.params).toMatchObject({ RecordingSource: 'RecordVerb' });
  });

  it('a recording without an action asks for the same document again', async () => {
    rig.receiver.reply('/twiml', xml('<Record maxLength="2"/>'), xml('<Hangup/>'));
    expect((await rig.callOut(NUMBERS.cooperative)).status).toBe('completed');
    expect(rig.receiver.at('/twiml')[1]?.params).toHaveProperty('RecordingSid');
  });

  describe('that dials', () => {
    it('connects a second leg, tells about it, and hands its end to the action', async () => {
      rig.receiver.reply('/dialled', xml('<Hangup/>'));
      const call = await hear(
        `<Dial action="/dialled" callerId="+13125550000"><Number statusCallback="/leg" statusCallbackEvent="initiated ringing answered completed">${NUMBERS.asksForAPerson}</Number></Dial>`,
      );
      const leg = rig.simulator.calls().find(({ parent_call_sid }) => parent_call_sid === call.sid);
      expect(leg).toMatchObject({
        status: 'completed',
        direction: 'outbound-dial',
        from: '+13125550000',
        to: NUMBERS.asksForAPerson,
      });
      expect(rig.statuses('/leg')).toEqual(['initiated', 'ringing', 'in-progress', 'completed']);
      expect(rig.receiver.at('/leg')[0]?.params).toMatchObject({
        CallSid: leg?.sid,
        ParentCallSid: call.sid,
      });
      expect(rig.receiver.at('/dialled')[0]?.params).toMatchObject({
        CallSid: call.sid,
        CallStatus: 'in-progress',
        DialCallSid: leg?.sid,
        DialCallStatus: 'completed',
        DialCallDuration: leg?.duration,
        DialBridged: 'true',
      });
      expect(rig.simulator.ledger()).toHaveLength(1);
    });

    it.each([
      [NUMBERS.busy, 'busy'],
      [NUMBERS.noAnswer, 'no-answer'],
      [NUMBERS.failed, 'failed'],
    ])('%s: the action hears that it was %s', async (number, status) => {
      rig.receiver.reply('/dialled', xml('<Hangup/>'));
      await hear(`<Dial action="/dialled" timeout="5">${number}</Dial>`);
      expect(rig.receiver.at('/dialled')[0]?.params).toMatchObject({
        DialCallStatus: status,
        DialBridged: 'false',
      });
    });

    it('goes on with the next verb when there is no action', async () => {
      rig.receiver.reply('/after', xml('<Hangup/>'));
      await hear(`<Dial>${NUMBERS.busy}</Dial><Redirect>/after</Redirect>`);
      expect(rig.receiver.at('/after')).toHaveLength(1);
    });

    it('hangs up the second leg with the first', async () => {
      rig.receiver.reply('/twiml', xml(`<Dial timeout="600">${NUMBERS.noAnswer}</Dial>`));
      const sid = await rig.call(NUMBERS.cooperative);
      const leg = () => rig.simulator.calls().find(({ parent_call_sid }) => parent_call_sid === sid);
      await until(() => leg()?.status === 'ringing');
      rig.simulator.hangUp(sid);
      await rig.simulator.idle();
      expect(rig.view(sid).status).toBe('completed');
      expect(leg()?.status).toBe('canceled');
    });
  });
});

describe('inbound calls', () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await aRig();
    const [number] = await rig.client.incomingPhoneNumbers.list({ phoneNumber: OWN_NUMBER });
    await rig.client.incomingPhoneNumbers(number?.sid ?? '').update({
      voiceUrl: `${rig.receiver.url}/voice`,
      voiceFallbackUrl: `${rig.receiver.url}/fallback`,
      statusCallback: `${rig.receiver.url}/status`,
    });
  });
  afterEach(() => rig.stop());

  const ring = async (verbs: string, caller = { from: NUMBERS.cooperative }) => {
    rig.receiver.reply('/voice', xml(verbs));
    const sid = rig.simulator.receive({ to: OWN_NUMBER, ...caller });
    await rig.simulator.idle();
    return rig.view(sid);
  };

  it('ask the VoiceUrl while they ring, and tell the end to the number', async () => {
    const call = await ring('<Say>Welcome.</Say>');
    expect(call).toMatchObject({
      status: 'completed',
      direction: 'inbound',
      from: NUMBERS.cooperative,
      to: OWN_NUMBER,
    });
    expect(rig.receiver.at('/voice')[0]).toMatchObject({ isSigned: true });
    expect(rig.receiver.at('/voice')[0]?.params).toMatchObject({
      CallSid: call.sid,
      CallStatus: 'ringing',
      Direction: 'inbound',
      From: NUMBERS.cooperative,
      To: OWN_NUMBER,
      FromCity: '',
      StirVerstat: 'TN-Validation-Passed-B',
      CallToken: expect.any(String),
    });
    expect(rig.receiver.at('/status')).toHaveLength(1);
    expect(rig.receiver.at('/status')[0]?.params).toMatchObject({
      CallStatus: 'completed',
      SequenceNumber: '0',
      CallDuration: call.duration,
    });
    expect(rig.receiver.at('/status')[0]?.params).not.toHaveProperty('SipResponseCode');
  });

  it.each([
    ['<Reject/>', 'no-answer'],
    ['<Reject reason="busy"/>', 'busy'],
    ['<Pause length="2"/><Reject/>', 'no-answer'],
    ['<Hangup/>', 'completed'],
    ['', 'completed'],
  ])('%s ends as %s', async (verbs, status) => {
    expect((await ring(verbs)).status).toBe(status);
  });

  it('carry what is known about the caller', async () => {
    const call = await ring('<Hangup/>', {
      from: 'anonymous',
      callerName: 'ACME',
      forwardedFrom: '+13125550000',
    } as never);
    expect(call).toMatchObject({ from: 'anonymous', caller_name: 'ACME', forwarded_from: '+13125550000' });
    expect(rig.receiver.at('/voice')[0]?.params).toMatchObject({
      CallerName: 'ACME',
      ForwardedFrom: '+13125550000',
    });
  });

  it('go to the fallback when the VoiceUrl fails', async () => {
    rig.receiver.reply('/voice', { status: 500 });
    rig.receiver.reply('/fallback', xml('<Reject reason="busy"/>'));
    const sid = rig.simulator.receive({ to: OWN_NUMBER, from: NUMBERS.cooperative });
    await rig.simulator.idle();
    expect(rig.view(sid).status).toBe('busy');
  });

  it('are impossible to numbers that nobody answers for', async () => {
    expect(() => rig.simulator.receive({ to: '+13125559999', from: NUMBERS.cooperative })).toThrow(
      'not owned',
    );
    const created = await rig.client.incomingPhoneNumbers.create({ phoneNumber: '+13125550188' });
    expect(() => rig.simulator.receive({ to: created.phoneNumber, from: NUMBERS.cooperative })).toThrow(
      'no VoiceUrl',
    );
  });
});
