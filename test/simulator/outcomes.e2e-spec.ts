import { xml } from './receiver.js';
import { aRig, NUMBERS, type Rig, until } from './rig.js';

describe('what becomes of a call, by the number that is called', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await aRig();
  });
  afterAll(() => rig.stop());
  beforeEach(() => {
    rig.receiver.received.length = 0;
  });

  /** The final status callback. */
  const last = () => rig.receiver.at('/status').find(({ params }) => 'SipResponseCode' in params)?.params;

  it.each([
    { name: 'busy', status: 'busy', sip: '486', events: ['initiated', 'ringing', 'busy'] },
    { name: 'noAnswer', status: 'no-answer', sip: '487', events: ['initiated', 'ringing', 'no-answer'] },
    { name: 'failed', status: 'failed', sip: '404', events: ['initiated', 'failed'] },
  ] as const)(
    '$name: the call ends $status without ever asking for TwiML',
    async ({ name, status, sip, events }) => {
      const call = await rig.callOut(NUMBERS[name]);
      expect(call).toMatchObject({ status, duration: '0', answered_by: null });
      expect(rig.statuses()).toEqual(events);
      expect(last()).toMatchObject({
        SipResponseCode: sip,
        CallDuration: '0',
        Duration: '0',
      });
      expect(rig.receiver.at('/twiml')).toEqual([]);
    },
  );

  it.each(['cooperative', 'voicemail', 'interrupts', 'asksForAPerson', 'silence'] as const)(
    '%s: the call is answered and hears the document out',
    async (name) => {
      const call = await rig.callOut(NUMBERS[name]);
      expect(call).toMatchObject({ status: 'completed', answered_by: null });
      expect(rig.statuses()).toEqual(['initiated', 'ringing', 'in-progress', 'completed']);
      expect(rig.receiver.at('/twiml')).toHaveLength(1);
      // "Hello, this is Ava." takes 1.3 s.
      expect(Number(call.duration)).toBeGreaterThanOrEqual(1);
    },
  );

  it('hangs-up: the call completes in the middle of a sentence', async () => {
    const greeting = 'x'.repeat(300);
    rig.receiver.reply('/greeting', xml(`<Say>${greeting}</Say><Redirect>/after</Redirect>`));
    const call = await rig.callOut(NUMBERS.hangsUp, { url: `${rig.receiver.url}/greeting` });
    expect(call.status).toBe('completed');
    // The whole takes 20 s.
    expect(Number(call.duration)).toBeGreaterThanOrEqual(10);
    expect(rig.receiver.at('/after')).toEqual([]);
  });

  it('a person does not wait long in silence: hangs up although the document goes on', async () => {
    rig.receiver.reply('/silence', xml('<Say>Hi</Say><Pause length="60"/><Redirect>/after</Redirect>'));
    const call = await rig.callOut(NUMBERS.cooperative, { url: `${rig.receiver.url}/silence` });
    expect(call.status).toBe('completed');
    expect(rig.receiver.at('/after')).toEqual([]);
  });

  it('no answer takes as long as the ring time-out says', async () => {
    const patient = await rig.call(NUMBERS.noAnswer, { timeout: 600 });
    const hasty = await rig.call(NUMBERS.noAnswer, { timeout: 2 });
    await until(() => rig.view(hasty).status === 'no-answer');
    expect(rig.view(patient).status).toBe('ringing');
    await rig.client.calls(patient).update({ status: 'canceled' });
    await rig.simulator.idle();
  });

  it('a person who picks up later than the time-out was not reached', async () => {
    expect(await rig.callOut(NUMBERS.cooperative, { timeout: 1 })).toMatchObject({ status: 'no-answer' });
  });

  it('the time limit cuts an answered call', async () => {
    const call = await rig.callOut(NUMBERS.voicemail, {
      timeLimit: 20,
      url: undefined,
      twiml: '<Response><Pause length="100"/></Response>',
    });
    expect(call).toMatchObject({ status: 'completed', duration: '20' });
  });

  it('a voicemail cuts the message after two minutes', async () => {
    const twiml = '<Response><Pause length="600"/></Response>';
    const call = await rig.callOut(NUMBERS.voicemail, { url: undefined, twiml });
    expect(call).toMatchObject({ status: 'completed', duration: '120' });
  });
});

describe('answering machine detection', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await aRig();
  });
  afterAll(() => rig.stop());
  beforeEach(() => {
    rig.receiver.received.length = 0;
  });

  /** The final status callback. */
  const last = () => rig.receiver.at('/status').find(({ params }) => 'SipResponseCode' in params)?.params;

  it.each([
    { to: 'cooperative', mode: 'Enable', answeredBy: 'human', ms: '2200' },
    { to: 'voicemail', mode: 'Enable', answeredBy: 'machine_start', ms: '4000' },
    { to: 'voicemail', mode: 'DetectMessageEnd', answeredBy: 'machine_end_beep', ms: '9000' },
    { to: 'silence', mode: 'Enable', answeredBy: 'unknown', ms: '5000' },
  ] as const)('$mode finds $answeredBy, and TwiML waits for it', async ({ to, mode, answeredBy, ms }) => {
    const call = await rig.callOut(NUMBERS[to], { machineDetection: mode });
    expect(call.answered_by).toBe(answeredBy);
    expect(rig.receiver.at('/twiml')[0]?.params).toMatchObject({
      AnsweredBy: answeredBy,
      MachineDetectionDuration: ms,
    });
    expect(last()).toMatchObject({ AnsweredBy: answeredBy });
  });

  it('asynchronous detection tells exactly four fields, while TwiML runs already', async () => {
    rig.receiver.reply('/long', {
      type: 'text/xml',
      body: `<Response><Say>${'word '.repeat(60)}</Say></Response>`,
    });
    const call = await rig.callOut(NUMBERS.voicemail, {
      url: `${rig.receiver.url}/long`,
      machineDetection: 'Enable',
      asyncAmd: 'true',
      asyncAmdStatusCallback: `${rig.receiver.url}/amd`,
    });
    expect(rig.receiver.at('/long')[0]?.params).not.toHaveProperty('AnsweredBy');
    expect(rig.receiver.at('/amd')).toHaveLength(1);
    expect(rig.receiver.at('/amd')[0]).toMatchObject({ isSigned: true });
    expect(rig.receiver.at('/amd')[0]?.params).toEqual({
      AccountSid: call.account_sid,
      CallSid: call.sid,
      AnsweredBy: 'machine_start',
      MachineDetectionDuration: '4000',
    });
  });

  it('a call that is over before the result has none', async () => {
    const call = await rig.callOut(NUMBERS.voicemail, {
      url: undefined,
      twiml: '<Response><Hangup/></Response>',
      machineDetection: 'DetectMessageEnd',
      asyncAmd: 'true',
      asyncAmdStatusCallback: `${rig.receiver.url}/amd`,
    });
    expect(call).toMatchObject({ status: 'completed', answered_by: null });
    expect(rig.receiver.at('/amd')).toEqual([]);
  });
});
