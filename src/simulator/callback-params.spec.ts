import {
  callParams,
  detectionParams,
  dialParams,
  progressParams,
  recordingParams,
} from './callback-params.js';
import { answered, dialled, ended, ENDINGS, newCall, ringing } from './carrier-call.js';
import type { Recording } from './recording.js';

const AT = new Date('2026-08-30T08:34:26.789Z');

const queued = newCall(
  {
    sid: 'CA1',
    accountSid: 'AC1',
    phoneNumberSid: 'PN1',
    to: '+13125550150',
    from: '+13125550199',
    direction: 'outbound-api',
  },
  AT,
);
const inProgress = answered(ringing(dialled(queued, AT), AT), AT);
const over = ended(inProgress, ENDINGS.completed, 61, AT);

const recording: Recording = {
  sid: 'RE1',
  accountSid: 'AC1',
  callSid: 'CA1',
  status: 'completed',
  startedAt: AT,
  updatedAt: AT,
  durationSeconds: 61,
  channels: 2,
  track: 'both',
  source: 'OutboundAPI',
};

describe('progressParams', () => {
  const params = (
    call = queued,
    event: 'initiated' | 'ringing' | 'answered' | 'completed' = 'initiated',
    more = {},
  ) => progressParams(call, { event, sequence: 2, at: AT, recording: null, ...more });

  it('says what happened, when, and as the how many-th', () => {
    expect(params()).toMatchObject({
      CallStatus: 'initiated',
      CallbackSource: 'call-progress-events',
      Timestamp: 'Sun, 30 Aug 2026 08:34:26 +0000',
      SequenceNumber: '2',
      ToCity: '',
      CalledZip: '',
    });
  });

  it.each([
    ['initiated', queued, 'initiated', false],
    ['ringing', ringing(queued, AT), 'ringing', true],
    ['answered', inProgress, 'in-progress', true],
    ['completed', over, 'completed', false],
  ] as const)('%s is told as %s', (event, call, status, isAttested) => {
    expect(params(call, event)).toMatchObject({ CallStatus: status });
    expect('StirStatus' in params(call, event)).toBe(isAttested);
  });

  it.each([
    [
      ENDINGS.completed,
      61,
      { CallStatus: 'completed', CallDuration: '61', Duration: '2', SipResponseCode: '200' },
    ],
    [ENDINGS.completed, 60, { CallDuration: '60', Duration: '1' }],
    [ENDINGS.busy, 0, { CallStatus: 'busy', CallDuration: '0', Duration: '0', SipResponseCode: '486' }],
  ])('%j after %d seconds', (ending, seconds, expected) => {
    const call = seconds === 0 ? queued : inProgress;
    expect(params(ended(call, ending, seconds, AT), 'completed')).toMatchObject(expected);
  });

  it('names the fault of the application, and the recording', () => {
    const error = { code: 11200, message: 'HTTP retrieval failure' };
    const failed = ended(inProgress, { ...ENDINGS.busy, error }, 5, AT);
    expect(params(failed, 'completed')).toMatchObject({
      ErrorCode: '11200',
      ErrorMessage: 'HTTP retrieval failure',
    });
    expect(
      params(over, 'completed', { recording: { ...recording, url: 'https://carrier.test/RE1' } }),
    ).toMatchObject({
      RecordingSid: 'RE1',
      RecordingUrl: 'https://carrier.test/RE1',
      RecordingDuration: '61',
    });
    expect(params(over, 'completed')).not.toHaveProperty('ErrorCode');
    expect(params(over, 'completed')).not.toHaveProperty('RecordingSid');
  });

  it('knows no SIP answer and no attestation for inbound calls', () => {
    const inbound = { ...over, direction: 'inbound' } as const;
    expect(params(inbound, 'completed')).not.toHaveProperty('SipResponseCode');
    expect(params(inbound, 'answered')).not.toHaveProperty('StirStatus');
  });
});

describe('the other requests', () => {
  it('name parent, forwarder and caller only when there are any', () => {
    expect(Object.keys(callParams(queued))).not.toEqual(expect.arrayContaining(['ParentCallSid']));
    const known = { ...queued, parentCallSid: 'CA0', forwardedFrom: '+13125550000', callerName: 'ACME' };
    expect(callParams(known)).toMatchObject({
      ParentCallSid: 'CA0',
      ForwardedFrom: '+13125550000',
      CallerName: 'ACME',
    });
  });

  it('detection has exactly four fields, in milliseconds', () => {
    expect(detectionParams(inProgress, 'machine_start', 4)).toEqual({
      AccountSid: 'AC1',
      CallSid: 'CA1',
      AnsweredBy: 'machine_start',
      MachineDetectionDuration: '4000',
    });
  });

  it('a recording tells its length and kind', () => {
    expect(recordingParams(recording, 'https://carrier.test/RE1')).toEqual({
      AccountSid: 'AC1',
      CallSid: 'CA1',
      RecordingSid: 'RE1',
      RecordingUrl: 'https://carrier.test/RE1',
      RecordingStatus: 'completed',
      RecordingDuration: '61',
      RecordingChannels: '2',
      RecordingStartTime: 'Sun, 30 Aug 2026 08:34:26 +0000',
      RecordingSource: 'OutboundAPI',
      RecordingTrack: 'both',
    });
  });

  it('a recording without sound has an error', () => {
    const absent = recordingParams(
      { ...recording, status: 'absent', durationSeconds: 0 },
      'https://carrier.test/RE1',
    );
    expect(absent).toMatchObject({ RecordingStatus: 'absent', RecordingDuration: '0', ErrorCode: '0' });
  });

  it('a second leg was bridged only if it was answered', () => {
    expect(dialParams(over)).toMatchObject({
      DialCallStatus: 'completed',
      DialBridged: 'true',
      DialCallDuration: '61',
    });
    expect(dialParams(ended(queued, ENDINGS.busy, 0, AT))).toMatchObject({
      DialCallStatus: 'busy',
      DialBridged: 'false',
    });
  });
});
