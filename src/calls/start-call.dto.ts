import { Field } from '../common/field.decorator.js';
import { isE164 } from '../common/phone-number.js';
import { readObject, readText, readUuid, type Reading } from '../common/readings.js';
import { readDialable } from './destination.js';

const NOTES = { min: 0, max: 5_000 };

/** JSON objects that a call carries: as text at most this many bytes. */
const OBJECT = { maxBytes: 16_384 };

const readE164 = (raw: unknown): Reading<string> =>
  typeof raw === 'string' && isE164(raw) ? { value: raw } : { issue: 'must be a phone number in E.164' };

/** Which agent calls whom. */
export class StartCallDto {
  /**
   * The agent that makes the call.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  @Field(readUuid, { format: 'uuid' })
  agentId: string;

  /**
   * The number to call: +1 and ten digits.
   * @example +15551234567
   */
  @Field(readDialable, { pattern: '^\\+1[0-9]{10}$' })
  phoneNumber: string;

  /**
   * Extra context for this call; becomes its first note.
   * @example "Asked for a demo on our website."
   */
  @Field(readText(NOTES), { maxLength: NOTES.max }, { optional: true })
  notes?: string;

  /**
   * Values for the agent's words, over those of the contact.
   * @example { "plan": "Pro" }
   */
  @Field(readObject(OBJECT), { type: 'object', additionalProperties: true }, { optional: true })
  variables?: Record<string, unknown>;

  /**
   * The number that calls, one of the organization's; otherwise the agent's own, otherwise the organization's default.
   * @example +13125550199
   */
  @Field(readE164, { pattern: '^\\+[1-9][0-9]{6,14}$' }, { optional: true })
  fromNumber?: string;

  /**
   * Anything of yours to keep with the call.
   * @example { "deal": "4711" }
   */
  @Field(readObject(OBJECT), { type: 'object', additionalProperties: true }, { optional: true })
  metadata?: Record<string, unknown>;
}

/** The call was accepted and is being dialled. */
export class StartedCall {
  /**
   * Says that it was accepted.
   * @example "Call initiated successfully"
   */
  message: string;

  /**
   * The new call.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  callId: string;

  /**
   * Name of the agent.
   * @example Ava
   */
  agentName: string;

  /**
   * First and last name of the contact, or the number when there is no name.
   * @example "Ada Lovelace"
   */
  contactName: string;

  /**
   * The number called, in E.164.
   * @example +15551234567
   */
  phoneNumber: string;
}
