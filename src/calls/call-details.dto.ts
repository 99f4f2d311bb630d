import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { CallAction, CallActionSummary } from './call-actions.dto.js';
import { CriterionResult, ExtractedData, PostCallAnalysis } from './call-analysis.dto.js';
import { AudioMetrics } from './call-audio.dto.js';
import { EnhancedContext } from './call-context.dto.js';
import { Interruption, ToolUse, TurnEvent } from './call-diagnostics.dto.js';
import type { DetailField } from './call-fields.js';
import { LatencyMetrics } from './call-latency.dto.js';
import { CallNotePayload } from './call-note.dto.js';
import { QualityMetrics } from './call-quality.dto.js';
import { Utterance } from './transcript.dto.js';

/** What `fields=full` and the include groups add to a call; absent where neither asks for it. */
@ApiExtraModels(CriterionResult, ExtractedData)
export class CallDetails implements Partial<Record<DetailField, unknown>> {
  /** What was said, one line an utterance; null before the first. With `fields=full` or `include=transcript`. */
  @ApiProperty({ example: 'Agent: Hi Ada, this is Ava from Acme.\nCustomer: Hello, who is speaking?' })
  transcript?: string | null;
  /**
   * The same, utterance by utterance, with speaker and times. An agent's text is what the customer heard. With
   * `fields=full` or `include=transcript`.
   */
  transcript_formatted?: Utterance[];
  /** What was concluded after the call; null until it is over. With `fields=full`. */
  post_call_analysis?: PostCallAnalysis | null;
  /**
   * What the call was about, in one to three sentences. With `fields=full`.
   * @example "Ada renewed her plan for another year."
   */
  call_description?: string | null;
  /** The verdict on each of the agent's own success criteria, by name. With `fields=full`. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(CriterionResult) },
    nullable: true,
    example: {
      polite: {
        result: 'success',
        value: true,
        type: 'boolean',
        rationale: 'Greeted by name and stayed friendly.',
      },
    },
  })
  custom_analysis?: Record<string, CriterionResult> | null;
  /** Data extracted by each of the agent's JSON Schemas, by name. With `fields=full`. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ExtractedData) },
    nullable: true,
    example: {
      renewal: {
        schema_version: 1,
        status: 'valid',
        result: { plan: 'Pro', seats: 12 },
        errors: [],
        extracted_at: '2026-01-15T10:32:11.480Z',
      },
    },
  })
  structured_data_results?: Record<string, ExtractedData> | null;
  /** Remarks on the call, oldest first. With `fields=full`. */
  notes?: CallNotePayload[];
  /** What the call set off, in that order. With `fields=full` or `include=actions`. */
  action_executions?: CallAction[];
  /** The same in numbers. With `fields=full` or `include=actions`. */
  action_summary?: CallActionSummary | null;
  /** Talk times, turns, interruptions, tool calls and a score. With `fields=full` or `include=metrics`. */
  quality_metrics?: QualityMetrics | null;
  /** Who spoke, what was known before, how the call went through the network and how it ended. With `fields=full`. */
  enhanced_context?: EnhancedContext | null;
  /** How long the agent took to answer, in all and turn by turn. With `include=metrics`. */
  latency_metrics?: LatencyMetrics | null;
  /** How it sounded in each direction. With `include=metrics`. */
  audio_metrics?: AudioMetrics | null;
  /** What happened, in order. With `include=diagnostics`. */
  turn_events?: TurnEvent[];
  /** Who interrupted whom, and what was left unsaid. With `include=diagnostics`. */
  interruptions?: Interruption[];
  /** Tools the agent used. With `include=diagnostics`. */
  tool_usage?: ToolUse[];
}
