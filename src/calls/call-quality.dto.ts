import { ApiProperty } from '@nestjs/swagger';

/** How the conversation went, in numbers. */
export class QualityMetrics {
  /**
   * From 0 (bad) to 100.
   * @example 86
   */
  @ApiProperty({ format: 'double', minimum: 0, maximum: 100 })
  overall_score: number | null;
  /**
   * What lowered the score, such as `long-silence`, `slow-answer` or `tool-failure`.
   * @example ["slow-answer"]
   */
  issues: string[];
  /**
   * Number of turns.
   * @example 9
   */
  turn_count: number;
  /**
   * How long the agent spoke, in milliseconds.
   * @example 48210
   */
  agent_talk_ms: number | null;
  /**
   * How long the customer spoke, in milliseconds.
   * @example 36840
   */
  customer_talk_ms: number | null;
  /**
   * How long nobody spoke, in milliseconds.
   * @example 12400
   */
  silence_ms: number | null;
  /**
   * The longest time in which nobody spoke, in milliseconds.
   * @example 2310
   */
  longest_silence_ms: number | null;
  /**
   * The agent's share of all speech, from 0 to 1.
   * @example 0.567
   */
  @ApiProperty({ format: 'double' })
  talk_ratio: number | null;
  /**
   * All interruptions.
   * @example 2
   */
  interruption_count: number;
  /**
   * Those by the customer.
   * @example 2
   */
  customer_interruptions: number;
  /**
   * Those by the agent.
   * @example 0
   */
  agent_interruptions: number;
  /**
   * Noise that was taken for speech.
   * @example 0
   */
  false_interruptions: number;
  /**
   * Tools used.
   * @example 1
   */
  tool_calls: number;
  /**
   * Tools that did not succeed.
   * @example 0
   */
  tool_failures: number;
  /**
   * Tokens that the language model read and wrote; null when it does not say.
   * @example 7430
   */
  llm_tokens: number | null;
  /** Whether the times are computed from what was said, because nobody measured them. */
  estimated: boolean;
}
