import { ApiProperty } from '@nestjs/swagger';

const SPEAKERS = ['agent', 'customer', 'transfer_target', 'system', 'unknown'] as const;

/** A word of an utterance, where the recognition tells them apart. */
class SpokenWord {
  /**
   * The word.
   * @example Hello
   */
  word: string;
  /**
   * Its beginning, in milliseconds from the answer.
   * @example 4210
   */
  start_ms: number;
  /**
   * Its end, in milliseconds from the answer.
   * @example 4530
   */
  end_ms: number;
  /**
   * How sure the recognition is, from 0 to 1.
   * @example 0.97
   */
  @ApiProperty({ format: 'double' })
  confidence: number | null;
}

/** One thing that was said. */
export class Utterance {
  /**
   * Counts the utterances of the call from 0.
   * @example 1
   */
  index: number;
  /**
   * Counts the exchanges: 1 is the opening, each answer of the customer begins the next.
   * @example 2
   */
  turn: number | null;
  /** Who spoke. */
  @ApiProperty({ enum: SPEAKERS, example: 'customer' })
  speaker: (typeof SPEAKERS)[number];
  /**
   * The speaker as a person reads it.
   * @example Customer
   */
  speaker_label: string;
  /**
   * What was heard; of an agent that was interrupted only what the customer heard.
   * @example "Hello, who is speaking?"
   */
  text: string;
  /**
   * Its beginning, in milliseconds from the answer; null when it is not known.
   * @example 4210
   */
  start_ms: number | null;
  /**
   * Its end, in milliseconds from the answer; null when it is not known.
   * @example 5870
   */
  end_ms: number | null;
  /**
   * Its beginning as an instant.
   * @example 2026-01-15T10:30:09.210Z
   */
  started_at: string | null;
  /**
   * Its end as an instant.
   * @example 2026-01-15T10:30:10.870Z
   */
  ended_at: string | null;
  /**
   * How sure the recognition is, from 0 to 1; null for what was not recognized but said by us.
   * @example 0.94
   */
  @ApiProperty({ format: 'double' })
  confidence: number | null;
  /** Whether the speaker was cut short. */
  interrupted: boolean;
  /**
   * What an interrupted agent had still wanted to say.
   * @example "Would Monday suit you?"
   */
  text_unspoken: string | null;
  /**
   * BCP 47 tag of what was spoken.
   * @example en-US
   */
  language: string | null;
  /**
   * Tools that were used for this utterance; the `tool_call_id` of `tool_usage`.
   * @example ["call_6c1f0e9a7b3d4e5f8a9b0c1d"]
   */
  tool_call_ids: string[];
  /** Its words one by one; null where the recognition does not tell them apart. */
  @ApiProperty({ type: [SpokenWord], nullable: true })
  words: SpokenWord[] | null;
}
