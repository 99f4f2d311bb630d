import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../common/field.decorator.js';
import { readObject, readText } from '../common/readings.js';

const TEXT = { max: 2_000 };
const VARIABLES = { maxBytes: 16_384 };

export class CreateChatDto {
  /**
   * Values for the agent's words, as a call would have them.
   * @example { "first_name": "Ada" }
   */
  @Field(readObject(VARIABLES), { type: 'object', additionalProperties: true }, { optional: true })
  variables?: Record<string, unknown>;
}

export class SendChatMessageDto {
  /**
   * What the customer says.
   * @example "When do you open?"
   */
  @Field(readText(TEXT), { minLength: 1, maxLength: TEXT.max })
  text: string;
}

const SPEAKERS = ['agent', 'customer'] as const;
const STATUSES = ['waiting', 'answering', 'ended'] as const;
const ENDINGS = ['agent-ended', 'transferred', 'opted-out', 'model-failed'] as const;

class ChatMessage {
  /** Who said it. */
  @ApiProperty({ enum: SPEAKERS, example: 'agent' })
  speaker: (typeof SPEAKERS)[number];
  /**
   * What was said.
   * @example "We open at nine."
   */
  text: string;
  /**
   * When.
   * @example 2026-01-15T10:30:00.000Z
   */
  at: string;
}

/** A tool that the agent wanted. In a chat nothing is done: what the tool would have been given is shown. */
class ChatToolUse {
  /**
   * Name of the tool.
   * @example update_contact
   */
  name: string;
  /** What the agent gave it. */
  @ApiProperty({ type: Object, example: { company: 'Acme' } })
  arguments: unknown;
  /** Whether it exists and was given what it takes. */
  accepted: boolean;
  /**
   * When.
   * @example 2026-01-15T10:30:00.000Z
   */
  at: string;
}

/** A conversation with an agent in writing: same prompt, model and loop as a call, and no effect on anything. */
export class ChatPayload {
  /**
   * UUID, made by the service.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * The agent.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  agent_id: string;
  /**
   * The version of the agent that talks, to the end of the chat.
   * @example 3
   */
  agent_version: number;
  /** `answering` while the agent thinks: read again. */
  @ApiProperty({ enum: STATUSES, example: 'waiting' })
  status: (typeof STATUSES)[number];
  /** All that was said, oldest first. */
  messages: ChatMessage[];
  /** Tools that the agent wanted, oldest first. */
  tool_uses: ChatToolUse[];
  /** How the agent ended the chat; null while it goes on. */
  @ApiProperty({ enum: [...ENDINGS, null], nullable: true, type: String, example: null })
  ended: (typeof ENDINGS)[number] | null;
  /**
   * Whom the agent would have put the customer through to.
   * @example sales
   */
  destination: string | null;
  /**
   * When it began.
   * @example 2026-01-15T10:30:00.000Z
   */
  created_at: string;
  /**
   * When it is forgotten, unless somebody says something before.
   * @example 2026-01-15T11:30:00.000Z
   */
  expires_at: string;
}
