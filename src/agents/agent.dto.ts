import { Field } from '../common/field.decorator.js';
import { PageQuery, Pagination } from '../common/page.dto.js';
import { readInteger, readOneOf, readText } from '../common/readings.js';
import { readLanguage } from './language.js';

const AGENT_STATUSES = ['active', 'inactive'] as const;
type AgentStatus = (typeof AGENT_STATUSES)[number];

const NAME = { max: 200 };
const GREETING = { max: 2_000 };
const VOICE = { max: 100 };
const RING_SECONDS = { min: 5, max: 600 };
const CALL_SECONDS = { min: 10, max: 14_400 };

/** What an agent can be told, beside its name. */
class AgentFields {
  /** An inactive agent places and answers no calls. */
  @Field(readOneOf(AGENT_STATUSES), { enum: AGENT_STATUSES }, { optional: true })
  status?: AgentStatus;

  /**
   * First words after the call is answered. `{{first_name}}`, `{{last_name}}`, `{{company}}` and the call's own
   * variables are filled in.
   * @example "Hi {{first_name}}, this is Ava from Acme. How are you today?"
   */
  @Field(readText(GREETING), { minLength: 1, maxLength: GREETING.max }, { optional: true })
  greeting?: string;

  /**
   * BCP 47 tag of the language it speaks.
   * @example en-US
   */
  @Field(readLanguage, { minLength: 2, maxLength: 35 }, { optional: true })
  language?: string;

  /**
   * The carrier's name of a voice; null takes the carrier's default for the language.
   * @example Polly.Joanna-Neural
   */
  @Field(readText(VOICE), { type: String, maxLength: VOICE.max }, { optional: true, nullable: true })
  voice?: string | null;

  /**
   * How long the customer's phone may ring, in seconds.
   * @example 30
   */
  @Field(
    readInteger(RING_SECONDS),
    { minimum: RING_SECONDS.min, maximum: RING_SECONDS.max },
    { optional: true },
  )
  ring_timeout_seconds?: number;

  /**
   * Longest call, in seconds from the answer.
   * @example 600
   */
  @Field(
    readInteger(CALL_SECONDS),
    { minimum: CALL_SECONDS.min, maximum: CALL_SECONDS.max },
    { optional: true },
  )
  max_duration_seconds?: number;
}

/** A new agent: a name is enough. */
export class CreateAgentDto extends AgentFields {
  /**
   * Display name.
   * @example Ava
   */
  @Field(readText(NAME), { minLength: 1, maxLength: NAME.max })
  name: string;
}

/** What is given is set, the rest stays; every change makes a new version. */
export class ChangeAgentDto extends AgentFields {
  /**
   * Display name.
   * @example Ava
   */
  @Field(readText(NAME), { minLength: 1, maxLength: NAME.max }, { optional: true })
  name?: string;
}

export class ListAgentsDto extends PageQuery {
  /** Only active or only inactive agents. */
  @Field(readOneOf(AGENT_STATUSES), { enum: AGENT_STATUSES }, { optional: true })
  status?: AgentStatus;
}

/** An agent as the API shows it. */
export class AgentPayload {
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
