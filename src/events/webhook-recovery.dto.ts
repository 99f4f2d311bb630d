import { Field } from '../common/field.decorator.js';
import { readInstant } from '../common/readings.js';

/** From when on failed deliveries are sent again. */
export class RecoverDto {
  /**
   * Deliveries of events recorded since this instant.
   * @example 2026-01-15T10:30:00.000Z
   */
  @Field(readInstant, { type: String })
  since: Date;
}

/** How far it is with sending again what failed. Counts end at 100,000. */
export class RecoveryPayload {
  /**
   * UUID, made by the service.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * The endpoint.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  endpoint_id: string;
  /**
   * Deliveries of events recorded since then.
   * @example 2026-01-15T10:30:00.000Z
   */
  since: string;
  /**
   * Failed deliveries that were put in the queue so far.
   * @example 137
   */
  recovered: number;
  /**
   * Failed ones that are still to be put there; the service goes on by itself until there are none.
   * @example 0
   */
  remaining: number;
  /**
   * Of the recovered: waiting for an attempt, the first one or a later one.
   * @example 12
   */
  pending: number;
  /**
   * Of the recovered: answered with 2xx.
   * @example 124
   */
  delivered: number;
  /**
   * Of the recovered: failed at every attempt again.
   * @example 1
   */
  failed: number;
  /**
   * When it was asked for.
   * @example 2026-01-15T12:30:00.000Z
   */
  created_at: string;
  /**
   * When all of them were in the queue; null until then.
   * @example 2026-01-15T12:30:01.000Z
   */
  queued_at: string | null;
}
