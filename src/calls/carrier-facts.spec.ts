import {
  parseRecording,
  parseRelayEnded,
  parseStatus,
  parseTransferEnded,
  parseVoicemail,
} from '../telephony/twilio-callbacks.js';
import { booksWord, factOf, type StoredEvent } from './carrier-facts.js';

const carrier = { parseStatus, parseRecording, parseVoicemail, parseRelayEnded, parseTransferEnded };
const receivedAt = new Date('2026-01-15T10:30:07.250Z');
const stored = (kind: StoredEvent['kind'], payload: unknown): StoredEvent => ({ kind, payload, receivedAt });
const status = (more: Record<string, string>) =>
  factOf(stored('status', { CallSid: 'CA1', CallStatus: 'ringing', ...more }), carrier);

describe('what the carrier says', () => {
  it('a status callback keeps the carrier’s word and its number', () => {
    expect(status({ CallStatus: 'initiated', SequenceNumber: '0' })).toMatchObject({
      kind: 'status',
      status: 'queued',
      word: 'initiated',
      sequence: 0,
      receivedAt,
    });
  });

  it.each([
    ['within its second, our clock is finer', 'Thu, 15 Jan 2026 10:30:07 +0000', '2026-01-15T10:30:07.250Z'],
    ['a carrier whose clock is ahead', 'Thu, 15 Jan 2026 10:30:09 +0000', '2026-01-15T10:30:07.250Z'],
    ['a callback that came late', 'Thu, 15 Jan 2026 10:30:02 +0000', '2026-01-15T10:30:02.999Z'],
    ['no date', '', '2026-01-15T10:30:07.250Z'],
  ])('is dated: %s', (_, timestamp, at) => {
    expect(status({ Timestamp: timestamp }).at).toEqual(new Date(at));
  });

  it('the detection of a machine', () => {
    const payload = { CallSid: 'CA1', AnsweredBy: 'machine_start', MachineDetectionDuration: '3100' };
    expect(factOf(stored('voicemail', payload), carrier)).toMatchObject({
      kind: 'voicemail',
      answeredBy: 'voicemail',
      decidedAfterMs: 3100,
    });
  });

  it.each([
    ['completed', 'RE1'],
    ['absent', null],
    ['in-progress', null],
  ])('a recording that is %s', (recordingStatus, recordingId) => {
    const payload = { CallSid: 'CA1', RecordingSid: 'RE1', RecordingStatus: recordingStatus };
    expect(factOf(stored('recording', payload), carrier)).toMatchObject({ kind: 'recording', recordingId });
  });

  it.each(['answer', 'inbound'] as const)('a question for a document (%s)', (kind) => {
    expect(factOf(stored(kind, { CallSid: 'CA1' }), carrier)).toEqual({ kind, at: receivedAt, receivedAt });
  });

  it('what it said when it was asked survives being stored', () => {
    const word = booksWord({
      carrierCallId: 'CA1',
      status: 'completed',
      carrierStatus: 'completed',
      obstacle: null,
      direction: 'outbound',
      from: null,
      to: null,
      createdAt: null,
      startedAt: null,
      endedAt: new Date('2026-01-15T10:30:05Z'),
      durationSeconds: 31,
    });
    const payload: unknown = JSON.parse(JSON.stringify(word.payload));
    expect(factOf(stored(word.kind, payload), carrier)).toMatchObject({
      kind: 'status',
      status: 'completed',
      word: 'completed',
      sequence: null,
      durationSeconds: 31,
      at: new Date('2026-01-15T10:30:05.999Z'),
    });
  });
});
