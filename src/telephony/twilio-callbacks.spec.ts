import { InvalidRequest } from '../common/app-error.js';
import {
  parseAnswer,
  parseInbound,
  parseRecording,
  parseRelayEnded,
  parseStatus,
  parseTransferEnded,
  parseVoicemail,
  telephoneNumber,
} from './twilio-callbacks.js';

const CALL = 'CA00000000000000000000000000000001';
const BASE = { AccountSid: 'AC1', ApiVersion: '2010-04-01', CallSid: CALL, ToCity: '' };

describe('a status callback', () => {
  it('of a finished call gives every field it carries', () => {
    const params = {
      ...BASE,
      CallStatus: 'completed',
      SequenceNumber: '3',
      Timestamp: 'Sun, 30 Aug 2026 08:34:26 +0000',
      CallDuration: '10',
      Duration: '1',
      SipResponseCode: '200',
      AnsweredBy: 'machine_end_beep',
      RecordingSid: 'RE1',
    };
    expect(parseStatus(params)).toEqual({
      carrierCallId: CALL,
      dedupeKey: `status:${CALL}:3`,
      raw: params,
      status: 'completed',
      carrierStatus: 'completed',
      sequenceNumber: 3,
      occurredAt: new Date('2026-08-30T08:34:26.000Z'),
      durationSeconds: 10,
      obstacle: null,
      sipCode: 200,
      errorCode: null,
      errorMessage: null,
      answeredBy: 'voicemail',
      recordingId: 'RE1',
    });
  });

  it.each([
    ['queued', 'queued'],
    ['initiated', 'queued'],
    ['ringing', 'ringing'],
    ['in-progress', 'in-progress'],
    ['completed', 'completed'],
    ['busy', 'busy'],
    ['no-answer', 'no-answer'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
    ['teleported', null],
    ['constructor', null],
  ])('that says %s moves the call to %s and keeps the word', (word, status) => {
    expect(parseStatus({ ...BASE, CallStatus: word })).toMatchObject({ status, carrierStatus: word });
  });

  it('names what stood in the way, with the codes it was read from', () => {
    const failed = { ...BASE, CallStatus: 'failed', SipResponseCode: '404', ErrorCode: '', ErrorMessage: '' };
    expect(parseStatus(failed)).toMatchObject({
      obstacle: { reason: 'invalid-destination', category: 'destination', retryable: false },
      sipCode: 404,
      errorCode: null,
      errorMessage: null,
    });
  });

  it('tells deliveries of one event from two events', () => {
    const key = (more: Record<string, string>) =>
      parseStatus({ ...BASE, CallStatus: 'ringing', ...more }).dedupeKey;
    expect(key({ SequenceNumber: '1', Timestamp: 'x' })).toBe(key({ SequenceNumber: '1' }));
    expect(key({ SequenceNumber: '1' })).not.toBe(key({ SequenceNumber: '2' }));
    expect(key({})).not.toBe(key({ CallStatus: 'completed' }));
  });

  it.each([
    ['Timestamp', 'yesterday', 'occurredAt'],
    ['CallDuration', '-1', 'durationSeconds'],
    ['CallDuration', 'NaN', 'durationSeconds'],
    ['SipResponseCode', '1e3', 'sipCode'],
    ['SequenceNumber', '', 'sequenceNumber'],
  ] as const)('takes an unreadable %s (%s) for unknown', (name, value, field) => {
    expect(parseStatus({ ...BASE, CallStatus: 'completed', [name]: value })[field]).toBeNull();
  });

  it.each(['CallSid', 'CallStatus'])('without %s is none', (name) => {
    expect(() => parseStatus({ ...BASE, CallStatus: 'ringing', [name]: '' })).toThrow(InvalidRequest);
  });
});

describe('a voicemail callback', () => {
  it.each([
    ['human', 'human', false],
    ['machine_start', 'voicemail', false],
    ['machine_end_beep', 'voicemail', true],
    ['machine_end_silence', 'voicemail', true],
    ['machine_end_other', 'voicemail', true],
    ['fax', 'fax', false],
    ['unknown', 'unknown', false],
    ['robot', 'unknown', false],
  ])('%s is %s, greeting over: %s', (word, answeredBy, greetingEnded) => {
    const params = { CallSid: CALL, AccountSid: 'AC1', AnsweredBy: word, MachineDetectionDuration: '4200' };
    expect(parseVoicemail(params)).toEqual({
      carrierCallId: CALL,
      dedupeKey: `voicemail:${CALL}`,
      raw: params,
      answeredBy,
      greetingEnded,
      decidedAfterMs: 4200,
    });
  });
});

describe('a recording callback', () => {
  const params = {
    ...BASE,
    RecordingSid: 'RE1',
    RecordingStatus: 'completed',
    RecordingUrl: 'https://api.twilio.com/x',
    RecordingDuration: '42',
    RecordingChannels: '2',
    RecordingStartTime: 'Sun, 30 Aug 2026 08:34:26 +0000',
  };

  it('names the recording, not its address', () => {
    expect(parseRecording(params)).toEqual({
      carrierCallId: CALL,
      dedupeKey: 'recording:RE1:completed',
      raw: params,
      recordingId: 'RE1',
      status: 'completed',
      durationSeconds: 42,
      channels: 2,
      startedAt: new Date('2026-08-30T08:34:26.000Z'),
      errorCode: null,
    });
  });

  it('says when there is no recording', () => {
    const absent = { ...BASE, RecordingSid: 'RE1', RecordingStatus: 'absent', ErrorCode: '16000' };
    expect(parseRecording(absent)).toMatchObject({
      status: 'absent',
      errorCode: '16000',
      durationSeconds: null,
    });
  });

  it('takes error code 0 for none', () => {
    expect(parseRecording({ ...params, ErrorCode: '0' }).errorCode).toBeNull();
    expect(parseStatus({ ...BASE, CallStatus: 'failed', ErrorCode: '0' }).errorCode).toBeNull();
  });

  it.each([
    ['RecordingSid', ''],
    ['RecordingStatus', 'lost'],
  ])('with %s "%s" is none', (name, value) => {
    expect(() => parseRecording({ ...params, [name]: value })).toThrow(InvalidRequest);
  });
});

describe('a request for a document', () => {
  it('about an answered call names both numbers', () => {
    const params = { ...BASE, From: '+15550002222', To: '+15551234567', CallStatus: 'in-progress' };
    expect(parseAnswer(params)).toEqual({
      carrierCallId: CALL,
      dedupeKey: `answer:${CALL}`,
      raw: params,
      from: '+15550002222',
      to: '+15551234567',
    });
  });

  it('about a call that came in keeps no token', () => {
    const kept = {
      ...BASE,
      From: '+13125550100',
      To: '+15550002222',
      CallerName: 'ADA',
      ForwardedFrom: '+15550003333',
      StirVerstat: 'TN-Validation-Passed-A',
    };
    expect(parseInbound({ ...kept, CallToken: '{}', StirPassportToken: 'ey' })).toEqual({
      carrierCallId: CALL,
      dedupeKey: `inbound:${CALL}`,
      raw: kept,
      from: '+13125550100',
      to: '+15550002222',
      callerName: 'ADA',
      forwardedFrom: '+15550003333',
      attestation: 'A',
    });
  });

  it.each([
    ['TN-Validation-Passed-C', 'C'],
    ['TN-Validation-Failed-A', null],
    ['No-TN-Validation', null],
    ['TN-Validation-Passed-A-Diverted', null],
    ['', null],
  ])('%s is attestation %s', (verstat, attestation) => {
    expect(parseInbound({ ...BASE, StirVerstat: verstat }).attestation).toBe(attestation);
  });
});

describe('a telephone number', () => {
  it.each(['+15551234567', '+4930123456', '+6834567'])('%s can be called', (number) => {
    expect(telephoneNumber(number)).toBe(number);
  });

  it.each([
    null,
    '',
    'anonymous',
    'Restricted',
    '+266696687',
    '+7378742833',
    '+2562533',
    '+86282452253',
    'sip:ada@example.com',
    'client:ada',
    '5551234567',
    '+0123456789',
    '+1234567890123456',
  ])('%s is none', (sent) => {
    expect(telephoneNumber(sent)).toBeNull();
  });
});

describe('the question what to do after a conversation', () => {
  const asked = (more: Record<string, string>) =>
    parseRelayEnded({ ...BASE, SessionId: 'VX1', CallStatus: 'in-progress', ...more });

  it('of one that we ended gives back what we handed over', () => {
    const handoff = '{"reason":"transfer","destination":"sales"}';
    expect(asked({ SessionStatus: 'ended', HandoffData: handoff, SessionDuration: '12' })).toMatchObject({
      carrierCallId: CALL,
      dedupeKey: 'relay-ended:VX1',
      sessionId: 'VX1',
      outcome: 'ended',
      handoff,
      errorCode: null,
      isLive: true,
    });
  });

  it('of one whose customer hung up says that the call is over', () => {
    expect(asked({ SessionStatus: 'completed', CallStatus: 'completed' })).toMatchObject({
      outcome: 'completed',
      handoff: null,
      isLive: false,
    });
  });

  it('of one whose socket was lost says why, and that the call is still there', () => {
    const lost = { SessionStatus: 'failed', ErrorCode: '64105', ErrorMessage: 'Websocket ended' };
    expect(asked(lost)).toMatchObject({
      outcome: 'failed',
      errorCode: '64105',
      errorMessage: 'Websocket ended',
      isLive: true,
    });
  });

  it.each([
    ['SessionId', { SessionStatus: 'ended', SessionId: '' }],
    ['SessionStatus', { SessionStatus: '' }],
    ['SessionStatus', { SessionStatus: 'paused' }],
  ])('without a proper %s is refused', (_, params) => {
    expect(() => asked(params)).toThrow(InvalidRequest);
  });
});

describe('the question what to do after a transfer', () => {
  const asked = (more: Record<string, string>) =>
    parseTransferEnded({ ...BASE, DialCallSid: 'CA2', CallStatus: 'in-progress', ...more });

  it.each([
    ['completed', { DialCallStatus: 'completed', DialBridged: 'true', DialCallDuration: '9' }, true, 9],
    ['bridged', { DialCallStatus: 'canceled', DialBridged: 'true' }, true, null],
    ['busy', { DialCallStatus: 'busy', DialBridged: 'false' }, false, null],
    ['no-answer', { DialCallStatus: 'no-answer' }, false, null],
    ['failed', { DialCallStatus: 'failed' }, false, null],
  ])('that was %s tells whether the two talked', (_, params, connected, durationSeconds) => {
    expect(asked(params)).toMatchObject({
      dedupeKey: 'transfer-ended:CA2',
      connected,
      durationSeconds,
      isLive: true,
    });
  });

  it('tells that the caller has gone', () => {
    expect(asked({ DialCallStatus: 'completed', CallStatus: 'completed' }).isLive).toBe(false);
  });

  it('without a status is refused', () => {
    expect(() => asked({})).toThrow(InvalidRequest);
  });
});
