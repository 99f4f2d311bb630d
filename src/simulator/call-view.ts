import type { Delivery } from './callback.client.js';
import type { CallSession } from './call.session.js';
import type { SpokenLine } from './customer-line.js';
import type { RelayRecord } from './relay.session.js';
import { type CallResource, callResource } from './resources.js';

/** A call as the control surface shows it: the resource, who is at the other end, every request that was made, and what was said. */
export interface CallView extends CallResource {
  readonly outcome: string;
  readonly deliveries: readonly Delivery[];
  readonly relays: readonly RelayRecord[];
  /** What was said on relays: of the agent's words only those that were heard. */
  readonly conversation: readonly SpokenLine[];
}

export const callView = ({ call, outcome, deliveries, relays, talk }: CallSession): CallView => ({
  ...callResource(call),
  outcome: outcome.name,
  deliveries: [...deliveries],
  relays: [...relays],
  conversation: [...talk.conversation],
});
