import { Field } from '../common/field.decorator.js';
import {
  readBoolean,
  readInteger,
  readOneOf,
  readText,
  readTextList,
  type Reading,
} from '../common/readings.js';
import { readLanguage } from './language.js';

export const AGENT_STATUSES = ['active', 'inactive'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

const PROMPT = { min: 0, max: 20_000 };
const MODEL = { max: 200 };
const TEMPERATURE = { min: 0, max: 2 };
const HINTS = { maxItems: 100, max: 100 };
const FALLBACK = { max: 300 };
const SILENCE_SECONDS = { min: 3, max: 120 };
const GREETING = { max: 2_000 };
const VOICE = { max: 100 };
const RING_SECONDS = { min: 5, max: 600 };
const CALL_SECONDS = { min: 10, max: 14_400 };

const readTemperature = (raw: unknown): Reading<number> =>
  typeof raw === 'number' && raw >= TEMPERATURE.min && raw <= TEMPERATURE.max
    ? { value: raw }
    : { issue: `must be a number from ${TEMPERATURE.min} to ${TEMPERATURE.max}` };

/** How an agent speaks, listens and calls. */
export class AgentSpeechFields {
  /** An inactive agent places and answers no calls. */
  @Field(readOneOf(AGENT_STATUSES), { enum: AGENT_STATUSES }, { optional: true })
  status?: AgentStatus;

  /**
   * Who it is and what it is to do; variables such as `{{first_name}}` are filled in. Empty: it only greets.
   * @example "You are Ava from Acme. Ask which day suits the customer."
   */
  @Field(readText(PROMPT), { maxLength: PROMPT.max }, { optional: true })
  prompt?: string;

  /**
   * The model's name at its server; null for the organization's, else the service's.
   * @example gpt-5-mini
   */
  @Field(
    readText(MODEL),
    { type: String, minLength: 1, maxLength: MODEL.max },
    { optional: true, nullable: true },
  )
  model?: string | null;

  /**
   * 0 to 2, how freely the model chooses its words; null leaves it to the model.
   * @example 0.5
   */
  @Field(
    readTemperature,
    { type: Number, format: 'double', minimum: TEMPERATURE.min, maximum: TEMPERATURE.max },
    { optional: true, nullable: true },
  )
  temperature?: number | null;

  /**
   * Words that the transcriber should expect: names, products.
   * @example ["Brightline"]
   */
  @Field(readTextList(HINTS), { type: [String], maxItems: HINTS.maxItems }, { optional: true })
  hints?: string[];

  /**
   * Whether the customer can break into what the agent says.
   * @example true
   */
  @Field(readBoolean, {}, { optional: true })
  interruptible?: boolean;

  /**
   * Said once when the model is late or fails.
   * @example "Sorry, give me one moment."
   */
  @Field(readText(FALLBACK), { minLength: 1, maxLength: FALLBACK.max }, { optional: true })
  fallback_line?: string;

  /**
   * Silence after which the agent asks whether somebody is there, in seconds; after as much again it says goodbye.
   * @example 10
   */
  @Field(
    readInteger(SILENCE_SECONDS),
    { minimum: SILENCE_SECONDS.min, maximum: SILENCE_SECONDS.max },
    { optional: true },
  )
  silence_seconds?: number;

  /**
   * Records both sides from the answer on.
   * @example false
   */
  @Field(readBoolean, {}, { optional: true })
  record?: boolean;

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
