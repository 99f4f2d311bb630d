import type { CarrierCall } from './carrier.js';
import { createOptions, isPlacedSince } from './twilio-calls.js';

const PLAIN = {
  to: '+15551234567',
  from: '+15550002222',
  callbacks: { answer: '/carrier/answer/1', status: '/carrier/status/1' },
  ringTimeoutSeconds: 30,
  maxDurationSeconds: 600,
  voicemailDetection: null,
  recording: null,
} as const;
const BASE = 'https://voice.example.com';
const RETRIES = '#rc=2&rp=ct,rt,5xx';

describe('the request that dials', () => {
  it('asks for every status and for repeated callbacks, and for nothing that was not wanted', () => {
    expect(createOptions(PLAIN, BASE)).toEqual({
      to: '+15551234567',
      from: '+15550002222',
      url: `${BASE}/carrier/answer/1${RETRIES}`,
      statusCallback: `${BASE}/carrier/status/1${RETRIES}`,
      statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
      timeout: 30,
      timeLimit: 600,
    });
  });

  it.each([
    ['answer', 'Enable'],
    ['greeting-end', 'DetectMessageEnd'],
  ] as const)('detects voicemail at the %s without holding up the call', (when, machineDetection) => {
    const call = { ...PLAIN, voicemailDetection: { when, callback: '/carrier/voicemail/1' } } as const;
    expect(createOptions(call, BASE)).toMatchObject({
      machineDetection,
      asyncAmd: 'true',
      asyncAmdStatusCallback: `${BASE}/carrier/voicemail/1${RETRIES}`,
    });
  });

  it('records both sides apart and untrimmed', () => {
    const call = { ...PLAIN, recording: { callback: '/carrier/recording/1' } } as const;
    expect(createOptions(call, BASE)).toMatchObject({
      record: true,
      recordingChannels: 'dual',
      trim: 'do-not-trim',
      recordingStatusCallback: `${BASE}/carrier/recording/1${RETRIES}`,
      recordingStatusCallbackEvent: ['completed', 'absent'],
    });
  });
});

describe('a call in the carrier’s list', () => {
  const since = new Date('2026-01-15T10:30:00.900Z');
  it.each<[string, Pick<CarrierCall, 'direction' | 'createdAt'>, boolean]>([
    ['in the same second', { direction: 'outbound', createdAt: new Date('2026-01-15T10:30:00Z') }, true],
    ['later', { direction: 'outbound', createdAt: new Date('2026-01-15T10:31:00Z') }, true],
    ['a second before', { direction: 'outbound', createdAt: new Date('2026-01-15T10:29:59Z') }, false],
    ['at an instant not known yet', { direction: 'outbound', createdAt: null }, true],
    ['later, but that came in', { direction: 'inbound', createdAt: new Date('2026-01-15T10:31:00Z') }, false],
  ])('created %s: ours since then is %s', (_, call, expected) => {
    expect(isPlacedSince(call, since)).toBe(expected);
  });
});
