import type { KnobSettings } from '../../src/simulator/knobs.js';
import { BAD_DAY } from './bad-day.js';
import { xml } from './receiver.js';
import { RelayApplication, type RelayPeer } from './relay-application.js';
import { aRig, NUMBERS, type Rig, until } from './rig.js';

describe('a conversation on a bad day', () => {
  let rig: Rig;
  let application: RelayApplication;
  beforeEach(async () => {
    rig = await aRig();
    application = new RelayApplication();
    await application.start();
    rig.receiver.reply('/relay-ended', xml('<Hangup/>'));
    rig.receiver.reply('/twiml', application.twiml('welcomeGreeting="Hello, how are you?"'));
  });
  afterEach(async () => {
    await rig.stop();
    await application.stop();
  });

  async function connected(knobs: KnobSettings, more = {}): Promise<{ sid: string; peer: RelayPeer }> {
    rig.simulator.setKnobs({ script: [{ say: 'I am very well, thank you.' }], ...knobs });
    const sid = await rig.call(NUMBERS.cooperative, more);
    return { sid, peer: await application.peer() };
  }
  const HEARD = 'prompt I am very well, thank you.';
  const ended = () => rig.receiver.fields('/relay-ended', 'SessionStatus');

  it('dropSocket: the socket breaks once, in the middle of the first sentence after the customer spoke', async () => {
    const { peer } = await connected({ dropSocket: { value: true, times: 1 } });
    await peer.until(HEARD);
    rig.receiver.reply('/relay-ended', application.twiml(), xml('<Hangup/>'));
    peer.say('And here is a sentence that nobody hears to its end.');
    const second = await application.peer(1);
    expect((await peer.whenClosed()).code).toBe(1006);
    second.say('Here I am again.');
    await second.until('tokensPlayed Here I am again.');
    second.end();
    await rig.simulator.idle();
    expect(ended()).toEqual(['failed', 'ended']);
  });

  it('splitUtterances: what is said in one go arrives as two', async () => {
    const { peer } = await connected({ splitUtterances: { value: true, times: 1 } });
    await until(() => peer.prompts.length === 2);
    expect(peer.prompts).toEqual(['I am very', 'well, thank you.']);
  });

  it('partialPrompts: what is not final comes before it', async () => {
    const { peer } = await connected({ partialPrompts: true });
    await peer.until(HEARD);
    expect(peer.of('prompt').map(({ voicePrompt, last }) => [voicePrompt, last])).toEqual([
      ['I am', false],
      ['I am very well,', false],
      ['I am very well, thank you.', true],
    ]);
  });

  it('splitFrames: messages in halves arrive whole, in order, and before the close', async () => {
    const { peer } = await connected({ splitFrames: true });
    await peer.until(HEARD);
    peer.end();
    await rig.simulator.idle();
    expect(peer.story).toEqual([
      'setup',
      'agentSpeaking on',
      'tokensPlayed Hello, how are you?',
      'agentSpeaking off',
      'clientSpeaking on',
      'clientSpeaking off',
      HEARD,
    ]);
    expect((await peer.whenClosed()).code).toBe(1000);
  });

  it('strangeFrames: frames and names that nobody knows come among the others', async () => {
    const { peer } = await connected({
      strangeFrames: true,
      script: [{ say: 'Stop.', interruptAfterMs: 300 }],
    });
    peer.say(`I am talking ${'on and '.repeat(150)}on.`);
    await peer.until('prompt Stop.');
    expect(peer.story).toEqual(expect.arrayContaining(['weather', 'customerMood curious']));
    expect(peer.of('interrupt')).toMatchObject([
      { durationUntilInterruptMs: expect.stringMatching(/^\d+$/) },
    ]);
  });

  it('inProgressAfterSetup: the answer is reported only after the socket was opened', async () => {
    const { peer } = await connected({ inProgressAfterSetup: true });
    let stages: (string | undefined)[] | undefined;
    application.heard = (frame) => {
      if (frame['type'] === 'setup') stages ??= rig.receiver.fields('/status', 'CallStatus');
    };
    await until(() => rig.statuses().includes('in-progress'));
    expect(peer.story[0]).toBe('setup');
    expect(stages ?? []).not.toContain('in-progress');
  });

  it('inProgressAfterSetup: a call without a conversation reports it at its end', async () => {
    rig.receiver.reply('/twiml', xml('<Hangup/>'));
    rig.simulator.setKnobs({ inProgressAfterSetup: true });
    await rig.callOut(NUMBERS.cooperative);
    expect(rig.statuses()).toEqual(['initiated', 'ringing', 'in-progress', 'completed']);
  });

  it.each([
    ['the application ends it', (peer: RelayPeer) => peer.end(), 'in-progress'],
    ['the customer hangs up', (_peer: RelayPeer, sid: string) => rig.simulator.hangUp(sid), 'completed'],
  ])(
    'duplicateAction and delayActionMs: the action is told late and twice when %s',
    async (_who, leave, status) => {
      const { sid, peer } = await connected({ duplicateAction: 1, delayActionMs: 150 });
      await peer.until('setup');
      const left = performance.now();
      leave(peer, sid);
      await until(() => ended().length === 2);
      expect(performance.now() - left).toBeGreaterThanOrEqual(150);
      await rig.simulator.idle();
      const actions = rig.receiver.at('/relay-ended');
      expect(new Set(actions.map(({ headers }) => headers['i-twilio-idempotency-token'])).size).toBe(1);
      expect(actions.map(({ params }) => params['CallStatus'])).toEqual([status, status]);
    },
  );

  it('with everything wrong at once a conversation is still held, over a socket that breaks', async () => {
    rig.receiver.reply('/relay-ended', application.twiml());
    application.heard = (frame, peer) => {
      if (frame['type'] === 'prompt' && frame['last'] === true) peer.say('That is good to hear. Goodbye!');
    };
    const { sid } = await connected({ ...BAD_DAY, script: null });
    await rig.simulator.idle();
    const { status, relays, conversation } = rig.view(sid);
    expect(status).toBe('completed');
    expect(relays.map(({ end }) => end?.status)).toEqual(['failed', 'completed']);
    expect(conversation.filter(({ who }) => who === 'customer').length).toBeGreaterThan(1);
    expect(rig.receiver.received.every(({ isSigned }) => isSigned)).toBe(true);
  });

  it('detectionAfterSeconds: the result comes before or long after a word was said', async () => {
    const { peer } = await connected(
      { detectionAfterSeconds: 60 },
      { machineDetection: 'Enable', asyncAmd: 'true', asyncAmdStatusCallback: `${rig.receiver.url}/amd` },
    );
    await until(() => rig.receiver.at('/amd').length === 1);
    expect(peer.story).toContain(HEARD);
    expect(rig.receiver.fields('/amd', 'MachineDetectionDuration')).toEqual(['60000']);
  });

  it('delayRecordingMs and absentRecording: recordings are late, or hold nothing', async () => {
    const more = {
      record: true,
      recordingStatusCallback: `${rig.receiver.url}/recording`,
      recordingStatusCallbackEvent: ['completed', 'absent'],
    };
    const { peer } = await connected({ delayRecordingMs: 150, absentRecording: true }, more);
    await peer.until(HEARD);
    const over = performance.now();
    peer.end();
    await rig.simulator.idle();
    expect(performance.now() - over).toBeGreaterThanOrEqual(150);
    expect(rig.receiver.fields('/recording', 'RecordingStatus')).toEqual(['absent']);
  });
});
