import { ApiProperty } from '@nestjs/swagger';

const SOURCES = ['carrier', 'estimated'] as const;

/** One direction of the sound. */
class AudioStream {
  /**
   * Packets lost, in per cent, as the carrier measured it.
   * @example 0.08
   */
  @ApiProperty({ format: 'double' })
  loss_pct: number | null;
  /**
   * Variation of delay, in milliseconds, on average; as the carrier measured it.
   * @example 3.5
   */
  @ApiProperty({ format: 'double' })
  jitter_ms: number | null;
  /**
   * Mean opinion score, from 1 to 5, if the carrier measures it. Twilio does not for calls over the telephone network.
   * @example 4.3
   */
  @ApiProperty({ format: 'double' })
  mos: number | null;
}

/**
 * How it sounded. At the end of the call only the pace, and a round trip that the carrier told meanwhile, are known; once
 * the carrier has worked out what it measured, that is filled in.
 */
export class AudioMetrics {
  /**
   * How the sound was coded, as the carrier says; null until it does.
   * @example PCMU
   */
  codec: string | null;
  /** From the customer to the carrier; null until the carrier tells. */
  inbound: AudioStream | null;
  /** From the carrier to the customer; null until the carrier tells. */
  outbound: AudioStream | null;
  /**
   * There and back, in milliseconds, if the carrier tells.
   * @example 58
   */
  rtt_ms: number | null;
  /**
   * How fast the agent spoke: from the words that were heard and the times at which they were. Never the carrier's.
   * @example 162
   */
  words_per_minute: number | null;
  /**
   * `carrier`: codec, loss, jitter and score are the carrier's own figures, and null where it has none. `estimated`: the
   * carrier has told nothing yet, or never will; nothing is put in its place.
   */
  @ApiProperty({ enum: SOURCES, example: 'carrier' })
  source: (typeof SOURCES)[number];
}
