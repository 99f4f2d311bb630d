import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ACTION_CONDITIONS, CRITERION_TYPES, VOICEMAIL_ACTIONS } from './agent-config.js';
import type { ActionCondition, SuccessCriterion, VoicemailRule } from './agent-config.js';
import { LIMITS, TOOL_SECONDS_DEFAULT } from './agent-limits.js';

/** The parts of an agent as the document tells them; agent-rules.ts reads them. */

const KEY = { minLength: 1, maxLength: LIMITS.name, pattern: '^[a-z][a-z0-9_]{0,63}$' };
const TITLE = { minLength: 1, maxLength: LIMITS.name };
const DESCRIPTION = { minLength: 1, maxLength: LIMITS.description };
const URL_TEXT = { minLength: 1, maxLength: LIMITS.url };
const SCHEMA = { type: 'object', additionalProperties: true } as const;

/** A system of yours that the model can ask during the call. */
export class HttpToolDto {
  /** What the model calls it; none of the built-in tools' names, and each once. @example book_appointment */
  @ApiProperty(KEY)
  name: string;
  /** Tells the model when to use it. @example "Books an appointment at a time the customer agreed to" */
  @ApiProperty(DESCRIPTION)
  description: string;
  /** Where the request goes: https, and a public address. @example https://crm.example.com/voice/book */
  @ApiProperty(URL_TEXT)
  url: string;
  /**
   * JSON Schema (draft 2020-12, or 07 if `$schema` says so) of the arguments: an object, at most 16 KB and 12 levels,
   * without `pattern`.
   */
  @ApiProperty({
    ...SCHEMA,
    example: { type: 'object', properties: { time: { type: 'string' } }, required: ['time'] },
  })
  parameters: Record<string, unknown>;
  /** How long an answer may take, in seconds. */
  @ApiProperty({
    type: 'integer',
    required: false,
    minimum: LIMITS.toolSeconds.min,
    maximum: LIMITS.toolSeconds.max,
    default: TOOL_SECONDS_DEFAULT,
  })
  timeout_seconds: number;
}

/** A person to whom a call can be transferred. */
export class TransferDestinationDto {
  /** What the model calls it; each once. @example sales */
  @ApiProperty(TITLE)
  name: string;
  /** In international form, stored as E.164; in a country that the organization may call. @example +13125550170 */
  @ApiProperty({ maxLength: 100 })
  phone: string;
  /** Tells the model when to use it. @example "A person of the sales team" */
  @ApiProperty(DESCRIPTION)
  description: string;
}

/** What is done when a machine answers. */
export class VoicemailDto {
  /** `hang_up`, or `leave_message` with a `message`. */
  @ApiProperty({ enum: VOICEMAIL_ACTIONS })
  action: VoicemailRule['action'];
  /**
   * Only, and always, with `leave_message`: what is said; variables are filled in.
   * @example "Hi {{first_name}}, this is Ava from Acme. I will try again tomorrow."
   */
  @ApiProperty({ required: false, minLength: 1, maxLength: LIMITS.voicemail })
  message?: string;
}

/** Something that the analysis judges after each call, into `custom_analysis`. */
export class SuccessCriterionDto {
  /** Its key in `custom_analysis`; each once. @example demo_booked */
  @ApiProperty(KEY)
  name: string;
  /** The question to be judged. @example "Did the customer agree to a day for a demo?" */
  @ApiProperty(DESCRIPTION)
  description: string;
  /** What the answer is. */
  @ApiProperty({ enum: CRITERION_TYPES })
  type: SuccessCriterion['type'];
}

/** Something that is read out of each call, into `structured_data_results`. */
export class ExtractionDto {
  /** Its key in `structured_data_results`; each once. @example calls_a_day */
  @ApiProperty(KEY)
  name: string;
  /** What to look for. @example "How many calls they get on a busy day" */
  @ApiProperty(DESCRIPTION)
  description: string;
  /** JSON Schema of the value; one that does not satisfy it is kept with what is wrong. */
  @ApiProperty({ ...SCHEMA, example: { type: 'integer', minimum: 0 } })
  schema: Record<string, unknown>;
}

class PostCallActionDto {
  /** What the call's record calls it; each once. @example "Tell the CRM" */
  @ApiProperty(TITLE)
  name: string;
  /** After every call, or only after one that was judged a success, or a failure. */
  @ApiProperty({ enum: ACTION_CONDITIONS, required: false, default: 'always' })
  when: ActionCondition;
}

/** Tags the contact. */
export class TagActionDto extends PostCallActionDto {
  /** The kind. */
  @ApiProperty({ enum: ['add_tag'] })
  type: 'add_tag';
  /** The tag. @example called */
  @ApiProperty({ minLength: 1, maxLength: LIMITS.tag })
  tag: string;
}

/** Adds a note to the call. */
export class NoteActionDto extends PostCallActionDto {
  /** The kind. */
  @ApiProperty({ enum: ['add_note'] })
  type: 'add_note';
  /** The note. @example "Called by Ava." */
  @ApiProperty({ minLength: 1, maxLength: LIMITS.note })
  body: string;
}

/** Tells another system: a signed POST with the call and its analysis. */
export class RequestActionDto extends PostCallActionDto {
  /** The kind. */
  @ApiProperty({ enum: ['http_request'] })
  type: 'http_request';
  /** Where it goes: https, and a public address. @example https://crm.example.com/voice/done */
  @ApiProperty(URL_TEXT)
  url: string;
}

/** Actions of any kind, in the document. */
export const POST_CALL_ACTION_LIST = {
  type: 'array' as const,
  items: {
    oneOf: [TagActionDto, NoteActionDto, RequestActionDto].map((kind) => ({ $ref: getSchemaPath(kind) })),
    discriminator: {
      propertyName: 'type',
      mapping: {
        add_tag: getSchemaPath(TagActionDto),
        add_note: getSchemaPath(NoteActionDto),
        http_request: getSchemaPath(RequestActionDto),
      },
    },
  },
};
