import type { Delivery } from './callback.client.js';
import type { CallSession } from './call.session.js';
import { type CallResource, callResource } from './resources.js';

/** A call as the control surface shows it: the resource, who is at the other end, and every request that was made. */
export interface CallView extends CallResource {
  readonly outcome: string;
  readonly deliveries: readonly Delivery[];
}

export const callView = ({ call, outcome, deliveries }: CallSession): CallView => ({
  ...callResource(call),
  outcome: outcome.name,
  deliveries: [...deliveries],
});
