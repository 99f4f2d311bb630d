import { ApiProperty } from '@nestjs/swagger';

const ANALYSIS_STATUSES = ['queued', 'running', 'completed', 'skipped', 'error'] as const;
const RESULTS = ['success', 'failure', 'unknown'] as const;
const EXTRACTION_STATUSES = ['valid', 'invalid', 'not_found', 'skipped', 'error'] as const;

/** Whether the call reached what it was for. */
class AnalysisSuccess {
  /** The verdict; `call_success` follows it. */
  @ApiProperty({ enum: RESULTS, example: 'success' })
  result: (typeof RESULTS)[number];
  /**
   * How much of it was reached, from 0 to 1; null when that cannot be said.
   * @example 0.9
   */
  @ApiProperty({ format: 'double' })
  score: number | null;
  /**
   * Why.
   * @example "The customer agreed to what the call was for."
   */
  rationale: string | null;
}

/** How the customer felt about it. */
class Sentiment {
  /**
   * In a word: `positive`, `neutral`, `negative` or another.
   * @example positive
   */
  label: string | null;
  /**
   * From -1 (negative) to 1 (positive).
   * @example 0.62
   */
  @ApiProperty({ format: 'double' })
  score: number | null;
}

/** What was said that the analysis rests on. */
class Evidence {
  /**
   * The words.
   * @example "Yes, Monday works for me."
   */
  quote: string;
  /**
   * The utterance, by its `index` in `transcript_formatted`.
   * @example 5
   */
  transcript_index: number | null;
}

/** What was concluded from a call after its end. Until it is `completed` the conclusions are null and empty. */
export class PostCallAnalysis {
  /** How far it has come; `skipped` where nothing was said. */
  @ApiProperty({ enum: ANALYSIS_STATUSES, example: 'completed' })
  status: (typeof ANALYSIS_STATUSES)[number];
  /**
   * The call in a few sentences.
   * @example "Ada renewed her plan for another year."
   */
  summary: string | null;
  /** Whether the call reached what it was for. */
  success: AnalysisSuccess | null;
  /** How the customer felt about it. */
  sentiment: Sentiment | null;
  /**
   * What it was about, in keywords.
   * @example ["renewal", "pricing"]
   */
  topics: string[];
  /**
   * What the customer wanted.
   * @example renew
   */
  intent: string | null;
  /**
   * What is to be done now.
   * @example ["Send the contract by e-mail."]
   */
  next_steps: string[];
  /** Whether the customer asked not to be called any more. */
  opt_out: boolean | null;
  /** Whether the customer asked to be called again. */
  callback_requested: boolean | null;
  /** What was said that this rests on. */
  evidence: Evidence[];
  /**
   * The language model that analysed.
   * @example gpt-4.1-mini
   */
  model: string | null;
  /**
   * The version of the agent whose goals were applied.
   * @example 3
   */
  agent_version: number | null;
  /**
   * Why there is no analysis, when the status is `error`.
   * @example "The model did not answer in time"
   */
  error: string | null;
  /**
   * When it was made.
   * @example 2026-01-15T10:32:11.480Z
   */
  analyzed_at: string | null;
}

/** The verdict on one of the agent's own success criteria. */
export class CriterionResult {
  /** Whether the criterion is met. */
  @ApiProperty({ enum: RESULTS, example: 'success' })
  result: (typeof RESULTS)[number];
  /**
   * What was found, in the criterion's type; null when nothing was.
   * @example true
   */
  @ApiProperty({ type: Object, example: true })
  value: unknown;
  /**
   * Type of the value, a JSON Schema type name.
   * @example boolean
   */
  type: string;
  /**
   * Why.
   * @example "Greeted by name and stayed friendly."
   */
  rationale: string | null;
}

/** Data that was looked for in the conversation by one of the agent's JSON Schemas. */
export class ExtractedData {
  /**
   * Version of the schema that was applied.
   * @example 1
   */
  schema_version: number;
  /** Whether there is a result, and whether it follows its schema; an `invalid` one is kept with its errors. */
  @ApiProperty({ enum: EXTRACTION_STATUSES, example: 'valid' })
  status: (typeof EXTRACTION_STATUSES)[number];
  /** What was found, in the schema's form; null when nothing was. */
  @ApiProperty({ type: Object, example: { plan: 'Pro', seats: 12 } })
  result: unknown;
  /** What the result has wrong, as a JSON Schema validator says it; empty when nothing. */
  @ApiProperty({ type: 'array', items: {}, example: [] })
  errors: unknown[];
  /**
   * When it was extracted.
   * @example 2026-01-15T10:32:11.480Z
   */
  extracted_at: string | null;
}
