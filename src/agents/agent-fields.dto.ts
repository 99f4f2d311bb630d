import { ApiExtraModels } from '@nestjs/swagger';
import { Field } from '../common/field.decorator.js';
import {
  BUILTIN_TOOLS,
  type BuiltinTool,
  type Extraction,
  type HttpTool,
  type PostCallAction,
  type SuccessCriterion,
  type TransferDestination,
  type VoicemailRule,
} from './agent-config.js';
import { LIMITS } from './agent-limits.js';
import {
  ExtractionDto,
  HttpToolDto,
  NoteActionDto,
  POST_CALL_ACTION_LIST,
  RequestActionDto,
  SuccessCriterionDto,
  TagActionDto,
  TransferDestinationDto,
  VoicemailDto,
} from './agent-parts.dto.js';
import {
  readCriteria,
  readDestinations,
  readExtractions,
  readHttpTools,
  readPostCallActions,
  readTools,
  readVoicemail,
} from './agent-rules.js';
import { AgentSpeechFields } from './agent-speech-fields.dto.js';

/** What an agent can be told, beside its name: beside how it speaks, what it may do and what becomes of its calls. */
@ApiExtraModels(TagActionDto, NoteActionDto, RequestActionDto)
export class AgentFields extends AgentSpeechFields {
  /**
   * Built-in tools that the model may use, each once. `transfer_call` is offered only while there are
   * `transfer_destinations`, the tools about a contact only in calls with one.
   */
  @Field(
    readTools,
    { enum: BUILTIN_TOOLS, isArray: true, maxItems: BUILTIN_TOOLS.length, example: ['end_call', 'opt_out'] },
    { optional: true },
  )
  tools?: BuiltinTool[];

  /** Systems of yours that the model can ask during the call, by signed requests. */
  @Field(readHttpTools, { type: [HttpToolDto], maxItems: LIMITS.items }, { optional: true })
  http_tools?: HttpTool[];

  /** The only numbers that a call can be transferred to. */
  @Field(
    readDestinations,
    { type: [TransferDestinationDto], maxItems: LIMITS.destinations },
    { optional: true },
  )
  transfer_destinations?: TransferDestination[];

  /** What is done when a machine answers. */
  @Field(readVoicemail, { type: VoicemailDto }, { optional: true })
  voicemail?: VoicemailRule;

  /** What is judged after each call. */
  @Field(readCriteria, { type: [SuccessCriterionDto], maxItems: LIMITS.items }, { optional: true })
  success_criteria?: SuccessCriterion[];

  /** What is read out of each call. */
  @Field(readExtractions, { type: [ExtractionDto], maxItems: LIMITS.items }, { optional: true })
  extractions?: Extraction[];

  /** What is done after the analysis of a call, in this order. */
  @Field(readPostCallActions, { ...POST_CALL_ACTION_LIST, maxItems: LIMITS.items }, { optional: true })
  post_call_actions?: PostCallAction[];
}
