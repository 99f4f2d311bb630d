import type { DeliveryState } from './delivery-view.js';

/** An endpoint as pages show it. */
export interface EndpointView {
  id: string;
  /** What its owner calls it, else where it is. */
  name: string;
  description: string | null;
  url: string;
  status: 'active' | 'paused' | 'disabled';
  statusReason: 'gone' | 'failing' | null;
  statusSince: Date;
  /** Set while its last attempt was a failure. */
  failingSince: Date | null;
  failures: number;
  /** Set while it is only probed. */
  nextProbeAt: Date | null;
  /** Empty: all. */
  eventTypes: readonly string[];
  agent: string | null;
  headerNames: readonly string[];
  previousSecretUntil: Date | null;
  createdAt: Date;
  /** Its newest deliveries, the newest first. */
  recent: readonly DeliveryState[];
  lastDeliveredAt: Date | null;
  /** What came of the last attempt at any of these. */
  lastAnswer: { status: number | null; error: string | null } | null;
}

/** The same, where there is little room. */
export const DISABLED_BRIEFLY = { gone: 'Answered 410', failing: 'Failed for 5 days' };

/** Why the service disabled an endpoint, in words. */
export const DISABLED_BECAUSE = {
  gone: 'it answered 410 (gone)',
  failing: 'it failed for five days',
};
