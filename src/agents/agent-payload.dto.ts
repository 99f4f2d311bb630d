import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { Pagination } from '../common/page.dto.js';
import { BUILTIN_TOOLS, type BuiltinTool, type PostCallAction } from './agent-config.js';
import {
  ExtractionDto,
  HttpToolDto,
  NoteActionDto,
  RequestActionDto,
  SuccessCriterionDto,
  TagActionDto,
  TransferDestinationDto,
  POST_CALL_ACTION_LIST,
  VoicemailDto,
} from './agent-parts.dto.js';
import type { AgentStatus } from './agent-speech-fields.dto.js';

/** What an agent is told. */
class AgentConfigPayload {
  /**
   * Who it is and what it is to do; variables such as `{{first_name}}` are filled in. Empty: it only greets.
   * @example "You are Ava from Acme. Ask which day suits the customer."
   */
  prompt: string;
  /**
   * The model's name at its server; null for the organization's, else the service's.
   * @example gpt-5-mini
   */
  model: string | null;
  /**
   * 0 to 2, how freely the model chooses its words; null leaves it to the model.
   * @example 0.5
   */
  @ApiProperty({ type: Number, format: 'double', nullable: true })
  temperature: number | null;
  /**
   * Words that the transcriber should expect: names, products.
   * @example ["Brightline"]
   */
  hints: string[];
  /**
   * Whether the customer can break into what the agent says.
   * @example true
   */
  interruptible: boolean;
  /**
   * Said once when the model is late or fails.
   * @example "Sorry, give me one moment."
   */
  fallback_line: string;
  /**
   * Silence after which the agent asks whether somebody is there, in seconds; after as much again it says goodbye.
   * @example 10
   */
  silence_seconds: number;
  /**
   * Records both sides from the answer on.
   * @example false
   */
  record: boolean;
  /**
   * First words after the call is answered.
   * @example "Hi {{first_name}}, this is Ava from Acme. How are you today?"
   */
  greeting: string;
  /**
   * BCP 47 tag of the language it speaks.
   * @example en-US
   */
  language: string;
  /**
   * The carrier's name of its voice; null for the carrier's default for the language.
   * @example Polly.Joanna-Neural
   */
  voice: string | null;
  /**
   * Seconds.
   * @example 30
   */
  ring_timeout_seconds: number;
  /**
   * Seconds.
   * @example 600
   */
  max_duration_seconds: number;
  /**
   * Built-in tools that the model may use; a transfer needs a destination.
   * @example ["end_call", "transfer_call"]
   */
  @ApiProperty({ enum: BUILTIN_TOOLS, isArray: true, example: ['end_call', 'transfer_call'] })
  tools: BuiltinTool[];
  /** Systems of yours that the model can ask during the call. */
  http_tools: HttpToolDto[];
  /** The only numbers that a call can be transferred to. */
  transfer_destinations: TransferDestinationDto[];
  /** What is done when a machine answers. */
  voicemail: VoicemailDto;
  /** What is judged after each call. */
  success_criteria: SuccessCriterionDto[];
  /** What is read out of each call. */
  extractions: ExtractionDto[];
  /** What is done after the analysis, in this order. */
  @ApiProperty(POST_CALL_ACTION_LIST)
  post_call_actions: PostCallAction[];
}

/** An agent as the API shows it. */
@ApiExtraModels(TagActionDto, NoteActionDto, RequestActionDto)
export class AgentPayload extends AgentConfigPayload {
  /**
   * UUID, made by the service.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * Display name.
   * @example Ava
   */
  name: string;
  /** An inactive agent places and answers no calls. */
  status: AgentStatus;
  /**
   * Counts the changes; a call keeps the version it used.
   * @example 3
   */
  version: number;
  /**
   * When it was made.
   * @example 2026-01-15T10:30:00.000Z
   */
  created_at: string;
  /**
   * When it was last changed.
   * @example 2026-01-15T10:30:00.000Z
   */
  updated_at: string;
}

export class AgentPage {
  /** The items of this page. */
  data: AgentPayload[];
  /** Where the page stands in its list. */
  pagination: Pagination;
}

/** What an agent was at one version; never changed. */
export class AgentVersionPayload extends AgentConfigPayload {
  /**
   * The agent.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  agent_id: string;
  /**
   * Counts the changes from 1; a call tells the one it used.
   * @example 3
   */
  version: number;
  /**
   * Display name.
   * @example Ava
   */
  name: string;
  /**
   * When it came to be.
   * @example 2026-01-15T10:30:00.000Z
   */
  created_at: string;
}

export class AgentVersionPage {
  /** The items of this page. */
  data: AgentVersionPayload[];
  /** Where the page stands in its list. */
  pagination: Pagination;
}
