import { readRelayFrame } from './relay-frames.js';

const read = (frame: unknown) => readRelayFrame(typeof frame === 'string' ? frame : JSON.stringify(frame));

const SETUP = {
  type: 'setup',
  sessionId: 'VX1',
  callSid: 'CA1',
  accountSid: 'AC1',
  from: '+13125550199',
  to: '+13125550150',
  direction: 'outbound-api',
};

describe('a frame of the carrier', () => {
  it.each([
    [
      'the setup, with what it does not say left empty',
      { ...SETUP, parentCallSid: '', callType: 'PSTN' },
      { ...SETUP, customParameters: {} },
    ],
    [
      'the parameters of the setup as texts',
      { ...SETUP, customParameters: { callId: 'c1', n: 7, bad: null, worse: {} } },
      { ...SETUP, customParameters: { callId: 'c1', n: '7' } },
    ],
    [
      'a final prompt',
      { type: 'prompt', voicePrompt: 'Hi!', lang: 'en-US', last: true },
      { type: 'prompt', voicePrompt: 'Hi!', lang: 'en-US', last: true },
    ],
    [
      'a partial prompt whose flag is text',
      { type: 'prompt', voicePrompt: 'Hi', last: 'false' },
      { type: 'prompt', voicePrompt: 'Hi', lang: null, last: false },
    ],
    [
      'a prompt that does not say whether it is final',
      { type: 'prompt', voicePrompt: 'Hi' },
      { type: 'prompt', voicePrompt: 'Hi', lang: null, last: true },
    ],
    ['a key as text', { type: 'dtmf', digit: '#' }, { type: 'dtmf', digit: '#' }],
    ['a key as number', { type: 'dtmf', digit: 5 }, { type: 'dtmf', digit: '5' }],
    [
      'an interruption with its duration as text',
      { type: 'interrupt', utteranceUntilInterrupt: 'Sentence 2 of', durationUntilInterruptMs: '684' },
      { type: 'interrupt', utteranceUntilInterrupt: 'Sentence 2 of', durationUntilInterruptMs: 684 },
    ],
    [
      'an interruption that says nothing more',
      { type: 'interrupt', durationUntilInterruptMs: 'soon' },
      { type: 'interrupt', utteranceUntilInterrupt: '', durationUntilInterruptMs: null },
    ],
    [
      'a complaint',
      { type: 'error', description: 'Invalid message received' },
      { type: 'error', description: 'Invalid message received' },
    ],
    ['a complaint without words', { type: 'error' }, { type: 'error', description: '' }],
    [
      'that the agent is heard',
      { type: 'info', name: 'agentSpeaking', value: 'on', ts: 1 },
      { type: 'info', name: 'agentSpeaking', on: true },
    ],
    [
      'that the customer is quiet, as a truth value',
      { type: 'info', name: 'clientSpeaking', value: false },
      { type: 'info', name: 'clientSpeaking', on: false },
    ],
    [
      'words that were played, spaces included',
      { type: 'info', name: 'tokensPlayed', value: ' I heard:' },
      { type: 'info', name: 'tokensPlayed', text: ' I heard:' },
    ],
    [
      'a delay as text',
      { type: 'info', name: 'roundTripDelayMs', value: '148' },
      { type: 'info', name: 'roundTripDelayMs', ms: 148 },
    ],
    ['an unknown type', { type: 'sparkles', x: 1 }, { type: 'other', name: 'sparkles' }],
    ['an unknown piece of information', { type: 'info', name: 'mood' }, { type: 'other', name: 'info mood' }],
    [
      'the name of something every object has',
      { type: 'constructor' },
      { type: 'other', name: 'constructor' },
    ],
  ])('is read: %s', (_, frame, expected) => {
    expect(read(frame)).toEqual(expected);
  });

  it.each([
    ['no JSON', '{"type":'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"setup"'],
    ['no type', {}],
    ['a type that is no text', { type: 1 }],
    ['a setup without the call', { ...SETUP, callSid: undefined }],
    ['a setup without the session', { ...SETUP, sessionId: {} }],
    ['a prompt without words', { type: 'prompt', last: true }],
    ['a key that no telephone has', { type: 'dtmf', digit: '12' }],
    ['a speaker that neither began nor stopped', { type: 'info', name: 'agentSpeaking', value: 'maybe' }],
    ['played words that are none', { type: 'info', name: 'tokensPlayed', value: null }],
    ['a delay that is none', { type: 'info', name: 'roundTripDelayMs', value: '-1' }],
    ['information without a name', { type: 'info', value: 'on' }],
  ])('is malformed: %s', (_, frame) => {
    expect(read(frame)).toBeNull();
  });
});
