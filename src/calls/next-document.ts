import type { TransferDestination } from '../agents/agent-config.js';
import type { RelayEndedEvent, TransferEndedEvent } from '../telephony/carrier-events.js';
import type { RelaySocket } from './relay-view.js';

/** What is to become of a call whose conversation, or whose transfer, is over. */
export type NextStep =
  | { do: 'hang-up' }
  | { do: 'transfer'; destination: TransferDestination }
  /** A new socket for the same conversation. */
  | { do: 'resume' }
  /** We cannot go on, and say so. */
  | { do: 'apologize' };

const HANG_UP: NextStep = { do: 'hang-up' };

/** What is known of the call when the carrier asks. */
export interface Conversed {
  destinations: readonly TransferDestination[];
  sockets: readonly RelaySocket[];
  /** Sessions whose socket was lost or never opened, this one included. */
  failedIds: readonly string[];
}

/**
 * A lost socket is taken up again once. One that a stopping process handed over does not count: each replica may stop,
 * and none of that is a fault.
 */
export function afterRelay(
  { outcome, handoff, isLive }: Pick<RelayEndedEvent, 'outcome' | 'handoff' | 'isLive'>,
  { destinations, sockets, failedIds }: Conversed,
): NextStep {
  if (!isLive) return HANG_UP;
  if (outcome === 'ended') return handedOver(handoff, destinations);
  if (outcome === 'completed') return HANG_UP;
  const drained = new Set(
    sockets.filter(({ outcome }) => outcome === 'drained').map(({ carrierSessionId }) => carrierSessionId),
  );
  const faults = failedIds.filter((id) => !drained.has(id));
  return { do: faults.length <= 1 ? 'resume' : 'apologize' };
}

/** Nobody took the transfer: the agent goes on, and sees from its history that it failed. */
export const afterTransfer = ({
  connected,
  isLive,
}: Pick<TransferEndedEvent, 'connected' | 'isLive'>): NextStep =>
  connected || !isLive ? HANG_UP : { do: 'resume' };

/** A destination that the agent does not list is never called; the agent goes on without it. */
function handedOver(handoff: string | null, destinations: readonly TransferDestination[]): NextStep {
  const { reason, destination } = readHandoff(handoff);
  if (reason !== 'transfer') return HANG_UP;
  const known = destinations.find(({ name }) => name === destination);
  return known ? { do: 'transfer', destination: known } : { do: 'resume' };
}

/** What came back is what we sent, unless somebody else made it. */
function readHandoff(handoff: string | null): { reason?: unknown; destination?: unknown } {
  try {
    const read: unknown = JSON.parse(handoff ?? '');
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}
