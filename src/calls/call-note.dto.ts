import { Field } from '../common/field.decorator.js';
import { readText } from '../common/readings.js';

const BODY = { max: 5_000 };

/** A remark on a call. */
export class AddNoteDto {
  /**
   * What is to be remembered.
   * @example "Wants to be called back on Monday."
   */
  @Field(readText(BODY), { minLength: 1, maxLength: BODY.max })
  body: string;
}

/** A note as it stands in a call's `notes`. */
export class CallNotePayload {
  /**
   * The note.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;

  /**
   * What is to be remembered.
   * @example "Wants to be called back on Monday."
   */
  body: string;

  /**
   * Where it came from: the request that started the call, a person, the agent, or the API.
   * @example api
   */
  source: 'request' | 'operator' | 'agent' | 'api';

  /**
   * Name of the API key, user or agent that wrote it.
   * @example "First key"
   */
  author: string | null;

  /**
   * When it was written.
   * @example 2026-01-15T10:30:00.000Z
   */
  created_at: string;
}
