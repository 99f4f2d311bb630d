import { ApiProperty } from '@nestjs/swagger';

/** The times that a stage took, in milliseconds; percentiles by nearest rank. */
class StageLatency {
  /**
   * Number of measurements.
   * @example 8
   */
  count: number;
  /**
   * The shortest.
   * @example 610
   */
  min: number;
  /**
   * The longest.
   * @example 1480
   */
  max: number;
  /**
   * The average.
   * @example 872
   */
  avg: number;
  /**
   * Half took no longer.
   * @example 830
   */
  p50: number;
  /**
   * 90 % took no longer.
   * @example 1210
   */
  p90: number;
  /**
   * 95 % took no longer.
   * @example 1480
   */
  p95: number;
  /**
   * 99 % took no longer.
   * @example 1480
   */
  p99: number;
}

/** The times of one turn, in milliseconds; null where a stage was not measured. */
class TurnLatency {
  /**
   * The turn.
   * @example 2
   */
  turn: number;
  /**
   * From the customer's last word to the agent's first.
   * @example 830
   */
  e2e: number | null;
  /**
   * Understanding what was said.
   * @example 170
   */
  stt: number | null;
  /**
   * Finding the answer.
   * @example 420
   */
  llm: number | null;
  /**
   * Beginning to speak.
   * @example 240
   */
  tts: number | null;
  /**
   * Using tools.
   * @example 310
   */
  tool: number | null;
}

/** How long the agent took to answer; a stage is null where nothing was measured. */
export class LatencyMetrics {
  /** Unit of every time in it. */
  @ApiProperty({ enum: ['ms'], example: 'ms' })
  unit: 'ms';
  /** From the customer's last word to the agent's first. */
  e2e: StageLatency | null;
  /** Understanding what was said. */
  stt: StageLatency | null;
  /** Finding the answer. */
  llm: StageLatency | null;
  /** Beginning to speak. */
  tts: StageLatency | null;
  /** Using tools. */
  tool: StageLatency | null;
  /**
   * From the answer to the agent's first word.
   * @example 410
   */
  first_response_ms: number | null;
  /** Turn by turn. */
  turns: TurnLatency[];
}
