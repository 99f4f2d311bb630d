import { ApiProperty } from '@nestjs/swagger';

const SOURCES = ['carrier', 'estimated'] as const;

/** One direction of the sound. */
class AudioStream {
  /**
   * Packets lost, in per cent.
   * @example 0.08
   */
  @ApiProperty({ format: 'double' })
  loss_pct: number | null;
  /**
   * Variation of delay, in milliseconds.
   * @example 3.5
   */
  @ApiProperty({ format: 'double' })
  jitter_ms: number | null;
  /**
   * Mean opinion score, from 1 to 5.
   * @example 4.3
   */
  @ApiProperty({ format: 'double' })
  mos: number | null;
}

/** How it sounded. */
export class AudioMetrics {
  /**
   * How the sound was coded.
   * @example PCMU
   */
  codec: string | null;
  /** From the customer to us. */
  inbound: AudioStream | null;
  /** From us to the customer. */
  outbound: AudioStream | null;
  /**
   * There and back, in milliseconds.
   * @example 58
   */
  rtt_ms: number | null;
  /**
   * How fast the agent spoke.
   * @example 162
   */
  words_per_minute: number | null;
  /** Whether the carrier measured it. */
  @ApiProperty({ enum: SOURCES, example: 'carrier' })
  source: (typeof SOURCES)[number];
}
