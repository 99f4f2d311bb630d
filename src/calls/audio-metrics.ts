import type { SoundQuality, StreamQuality } from '../telephony/carrier.js';

/** `audio_metrics` as it is stored and shown. */
export interface AudioPayload {
  codec: string | null;
  inbound: StreamPayload | null;
  outbound: StreamPayload | null;
  rtt_ms: number | null;
  words_per_minute: number | null;
  source: 'carrier' | 'estimated';
}

interface StreamPayload {
  loss_pct: number | null;
  jitter_ms: number | null;
  mos: number | null;
}

/** `audio_metrics` as far as the carrier has measured it. */
export const presentSound = ({ codec, inbound, outbound, roundTripMs }: SoundQuality): AudioPayload => ({
  codec,
  inbound: inbound && presentStream(inbound),
  outbound: outbound && presentStream(outbound),
  rtt_ms: roundTripMs,
  words_per_minute: null,
  source: 'carrier',
});

const presentStream = ({ lossPercent, jitterMs, mos }: StreamQuality): StreamPayload => ({
  loss_pct: lossPercent,
  jitter_ms: jitterMs,
  mos,
});

/**
 * What was known and what has come to it. The carrier's figures stand, its newer before its older ones; the pace, and a
 * round trip that the carrier's report leaves out, come from the conversation, whichever of the two is written down first.
 */
export function mergeAudio(before: AudioPayload | null, next: AudioPayload | null): AudioPayload | null {
  if (before === null || next === null) return next ?? before;
  const [stands, other] =
    next.source === 'estimated' && before.source === 'carrier' ? [before, next] : [next, before];
  return {
    ...stands,
    rtt_ms: stands.rtt_ms ?? other.rtt_ms,
    words_per_minute: next.words_per_minute ?? before.words_per_minute,
  };
}
