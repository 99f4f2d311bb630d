import { xml } from './receiver.js';
import { RelayApplication, type RelayPeer } from './relay-application.js';
import { aRig, ACCOUNT, NUMBERS, OWN_NUMBER, type Rig, until } from './rig.js';

let rig: Rig;
let application: RelayApplication;
beforeEach(async () => {
  rig = await aRig();
  application = new RelayApplication();
  await application.start();
  rig.receiver.reply('/relay-ended', xml('<Hangup/>'));
});
afterEach(async () => {
  await rig.stop();
  await application.stop();
});

/** Calls a number that the application talks to; the customer never says anything unless a script is given. */
async function connected(attributes = '', script: unknown[] = []): Promise<{ sid: string; peer: RelayPeer }> {
  rig.receiver.reply('/twiml', application.twiml(attributes));
  rig.simulator.setKnobs({ script: script as never });
  const sid = await rig.call(NUMBERS.cooperative);
  return { sid, peer: await application.peer(application.peers.length) };
}

const ended = () => rig.receiver.at('/relay-ended').map(({ params }) => params);

describe('a call that is connected with a ConversationRelay', () => {
  it('opens a signed socket and introduces the call', async () => {
    rig.receiver.reply('/twiml', application.twiml('', '<Parameter name="callId" value="42"/>'));
    rig.simulator.setKnobs({ script: [] });
    const sid = await rig.call(NUMBERS.cooperative);
    const peer = await application.peer();
    await peer.until('setup');
    expect(application.handshakes).toEqual([{ path: '/relay', isSigned: true }]);
    expect(peer.request.headers).toMatchObject({ 'user-agent': 'Jetty/11.0.24', 'accept-encoding': 'gzip' });
    expect(peer.request.headers).not.toHaveProperty('origin');
    expect(peer.frames[0]).toEqual({
      type: 'setup',
      sessionId: expect.stringMatching(/^VX[0-9a-f]{32}$/),
      callSid: sid,
      parentCallSid: '',
      from: OWN_NUMBER,
      to: NUMBERS.cooperative,
      forwardedFrom: '',
      callerName: '',
      direction: 'outbound-api',
      callType: 'PSTN',
      callStatus: 'IN_PROGRESS',
      accountSid: ACCOUNT,
      customParameters: { callId: '42' },
    });
  });

  it('plays the greeting and what it is sent, sentence after sentence', async () => {
    const { peer } = await connected('welcomeGreeting="Hello. This is Ava."');
    await peer.until('agentSpeaking off');
    for (const token of ['It costs', ' 3.50', ' a day', '. Shall', ' we?'])
      peer.send({ type: 'text', token, last: false });
    peer.send({ type: 'text', token: '', last: true });
    await peer.until('tokensPlayed Shall we?');
    await until(() => peer.story.filter((line) => line === 'agentSpeaking off').length === 2);
    expect(peer.story).toEqual([
      'setup',
      'agentSpeaking on',
      'tokensPlayed Hello.',
      'tokensPlayed This is Ava.',
      'agentSpeaking off',
      'agentSpeaking on',
      'tokensPlayed It costs 3.50 a day.',
      'tokensPlayed Shall we?',
      'agentSpeaking off',
    ]);
  });

  it('tells only the events that were asked for', async () => {
    rig.receiver.reply('/twiml', {
      type: 'text/xml',
      body: `<Response><Connect><ConversationRelay url="${application.url}/" welcomeGreeting="Hi."/></Connect></Response>`,
    });
    rig.simulator.setKnobs({ script: [{ say: 'Hi there.' }] });
    await rig.call(NUMBERS.cooperative);
    const quiet = await application.peer();
    await quiet.until('prompt Hi there.');
    expect(quiet.story).toEqual(['setup', 'prompt Hi there.']);
  });

  it('ends when the application says so, with what it hands over, and goes on with the action', async () => {
    rig.receiver.reply('/relay-ended', xml('<Redirect>/next</Redirect>'));
    rig.receiver.reply('/next', xml('<Say>Thank you.</Say><Hangup/>'));
    const { sid, peer } = await connected('welcomeGreeting="Hello."');
    await peer.until('agentSpeaking off');
    peer.end('{"reason":"end"}');
    await rig.simulator.idle();
    expect(await peer.whenClosed()).toEqual({ code: 1000, reason: 'Closing websocket session' });
    expect(ended()).toEqual([
      expect.objectContaining({
        CallSid: sid,
        CallStatus: 'in-progress',
        SessionId: peer.frames[0]?.['sessionId'],
        SessionStatus: 'ended',
        SessionDuration: expect.stringMatching(/^\d+$/),
        HandoffData: '{"reason":"end"}',
      }),
    ]);
    expect(ended()[0]).not.toHaveProperty('ErrorCode');
    expect(rig.receiver.at('/relay-ended')[0]?.isSigned).toBe(true);
    expect(rig.receiver.at('/next')).toHaveLength(1);
    expect(rig.view(sid)).toMatchObject({
      status: 'completed',
      relays: [{ sessionId: peer.frames[0]?.['sessionId'], end: { status: 'ended' } }],
    });
  });

  it('whatever is queued when it ends is never heard', async () => {
    const { sid, peer } = await connected();
    peer.say('word '.repeat(200));
    await peer.until('agentSpeaking on');
    peer.end();
    await rig.simulator.idle();
    expect(peer.of('info').some(({ name }) => name === 'tokensPlayed')).toBe(false);
    expect(ended()[0]).not.toHaveProperty('HandoffData');
    expect(rig.view(sid).conversation).toEqual([]);
  });

  it.each([
    ['drops the socket', (peer: RelayPeer) => peer.drop()],
    ['closes it without a word', (peer: RelayPeer) => peer.close(1001)],
  ])('an application that %s is asked what to do, and may connect again', async (_what, leave) => {
    const { sid, peer } = await connected();
    await peer.until('setup');
    rig.receiver.reply('/relay-ended', application.twiml(), xml('<Hangup/>'));
    leave(peer);
    const second = await application.peer(1);
    await second.until('setup');
    second.end();
    await rig.simulator.idle();
    expect(ended()).toMatchObject([
      {
        SessionStatus: 'failed',
        ErrorCode: '64105',
        ErrorMessage: 'Websocket ended',
        CallStatus: 'in-progress',
      },
      { SessionStatus: 'ended' },
    ]);
    expect(second.frames[0]).toMatchObject({ callSid: sid, callStatus: 'IN_PROGRESS' });
    expect(second.frames[0]?.['sessionId']).not.toBe(peer.frames[0]?.['sessionId']);
  });

  it('a refused handshake is told to the action', async () => {
    application.refuses = true;
    rig.receiver.reply('/twiml', application.twiml());
    const call = await rig.callOut(NUMBERS.cooperative);
    expect(application.peers).toEqual([]);
    expect(ended()).toMatchObject([{ SessionStatus: 'failed', ErrorCode: '64102', SessionDuration: '0' }]);
    expect(call.status).toBe('completed');
  });

  it('goes on with the next verb when there is no action', async () => {
    rig.receiver.reply(
      '/twiml',
      xml(`<Connect><ConversationRelay url="${application.url}/"/></Connect><Redirect>/after</Redirect>`),
    );
    rig.receiver.reply('/after', xml('<Hangup/>'));
    rig.simulator.setKnobs({ script: [] });
    await rig.call(NUMBERS.cooperative);
    (await application.peer()).end();
    await rig.simulator.idle();
    expect(rig.receiver.at('/after')).toHaveLength(1);
  });

  it('a transfer after the conversation dials as ever', async () => {
    rig.receiver.reply('/relay-ended', xml(`<Dial action="/dialled">${NUMBERS.busy}</Dial>`));
    rig.receiver.reply('/dialled', application.twiml());
    const { peer } = await connected();
    peer.end('{"reason":"transfer"}');
    await application.peer(1);
    expect(rig.receiver.at('/dialled')[0]?.params).toMatchObject({ DialCallStatus: 'busy' });
  });

  it('answers what makes no sense with an error, and ten in a row with the end', async () => {
    const { peer } = await connected();
    peer.send('no JSON');
    await peer.until('error');
    expect(peer.frames.at(-1)).toEqual({
      type: 'error',
      description: 'Invalid message received, code: 64107, no JSON',
    });
    peer.say('Still here.');
    await peer.until('tokensPlayed Still here.');
    for (let count = 0; count < 10; count += 1) peer.send({ type: 'text', token: null });
    await rig.simulator.idle();
    expect(peer.of('error')).toHaveLength(11);
    expect(await peer.whenClosed()).toEqual({
      code: 1007,
      reason: 'Too many consecutive malformed messages.',
    });
    expect(ended()).toMatchObject([{ SessionStatus: 'failed', ErrorCode: '64105' }]);
  });

  it.each([
    ['the customer', async (sid: string) => Promise.resolve(rig.simulator.hangUp(sid))],
    ['the API', (sid: string) => rig.client.calls(sid).update({ status: 'completed' })],
  ])('a hang-up by %s closes the socket, then tells the action, then the status', async (_who, hangUp) => {
    const { sid, peer } = await connected('welcomeGreeting="Hello."');
    await peer.until('setup');
    await hangUp(sid);
    await rig.simulator.idle();
    expect(await peer.whenClosed()).toEqual({ code: 1000, reason: 'Closing websocket session' });
    expect(ended()).toMatchObject([{ SessionStatus: 'completed', CallStatus: 'completed', CallSid: sid }]);
    const order = rig.receiver.received.map(({ path, params }) => `${path} ${params['CallStatus']}`);
    expect(order.indexOf('/relay-ended completed')).toBeLessThan(order.indexOf('/status completed'));
    expect(rig.view(sid)).toMatchObject({ status: 'completed', relays: [{ end: { status: 'completed' } }] });
  });

  it('the time limit ends it like a hang-up', async () => {
    rig.receiver.reply('/twiml', application.twiml());
    rig.simulator.setKnobs({ script: [] });
    const call = await rig.callOut(NUMBERS.cooperative, { timeLimit: 20 });
    expect(call).toMatchObject({ status: 'completed', duration: '20' });
    expect(ended()).toMatchObject([{ SessionStatus: 'completed' }]);
  });

  it('other instructions by the API close the socket and are followed', async () => {
    const { sid, peer } = await connected();
    await peer.until('setup');
    await rig.client.calls(sid).update({ twiml: '<Response><Say>Goodbye.</Say></Response>' });
    await rig.simulator.idle();
    expect((await peer.whenClosed()).code).toBe(1000);
    expect(ended()).toEqual([]);
    expect(rig.view(sid).status).toBe('completed');
  });

  it('an inbound call opens its first session before its answer is reported', async () => {
    const [number] = await rig.client.incomingPhoneNumbers.list({ phoneNumber: OWN_NUMBER });
    await rig.client
      .incomingPhoneNumbers(number?.sid ?? '')
      .update({ voiceUrl: `${rig.receiver.url}/voice`, statusCallback: `${rig.receiver.url}/status` });
    rig.receiver.reply('/voice', application.twiml('welcomeGreeting="Hi, how can I help?"'));
    rig.simulator.receive({ from: NUMBERS.cooperative, to: OWN_NUMBER, script: [{ say: 'Two eggs.' }] });
    const peer = await application.peer();
    await peer.until('prompt Two eggs.');
    expect(peer.frames[0]).toMatchObject({ direction: 'inbound', callStatus: 'RINGING' });
    peer.end();
    await rig.simulator.idle();
    expect(rig.statuses()).toEqual(['completed']);
  });
});
