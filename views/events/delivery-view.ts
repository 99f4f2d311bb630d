import type { Subject } from './about.js';

export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'discarded';

/** A delivery as lists show it. */
export interface DeliveryView {
  id: string;
  endpointId: string;
  eventId: string;
  type: string;
  about: Subject | null;
  state: DeliveryState;
  attempts: number;
  /** HTTP status of the last answer. */
  status: number | null;
  /** What was wrong with the last attempt. */
  error: string | null;
  recordedAt: Date;
  lastAttemptAt: Date | null;
  /** Set while it waits. */
  nextAttemptAt: Date | null;
}

/** What is filtered by; empty for nothing. */
export interface LogFilterView {
  state: string;
  type: string;
  within: string;
}
