import type { RecordingOrder } from './call-order.js';

/** A recording as the carrier holds it. */
export interface Recording {
  readonly sid: string;
  readonly accountSid: string;
  readonly callSid: string;
  readonly status: 'in-progress' | 'processing' | 'completed' | 'absent';
  readonly startedAt: Date;
  readonly updatedAt: Date;
  /** Whole simulated seconds; 0 while it runs. */
  readonly durationSeconds: number;
  readonly channels: 1 | 2;
  readonly track: RecordingOrder['track'];
  readonly source: 'OutboundAPI' | 'StartCallRecordingAPI' | 'RecordVerb';
}

/** A recording that is over; its file is not ready yet. */
export const stopped = (recording: Recording, seconds: number, at: Date): Recording => ({
  ...recording,
  status: 'processing',
  durationSeconds: seconds,
  updatedAt: at,
});

/** A recording that can be fetched. One without any sound is absent, and has no file. */
export const processed = (
  recording: Recording,
  at: Date,
): Recording & { status: 'completed' | 'absent' } => ({
  ...recording,
  status: recording.durationSeconds > 0 ? 'completed' : 'absent',
  updatedAt: at,
});
