import { connected, fault, type Verdict } from './call-verdict.js';
import type { CarrierView } from './carrier-view.js';
import type { RelayOutcome } from './relay-outcome.js';
import type { RelayView } from './relay-view.js';

/** How a conversation went. */
type Conversed = Exclude<RelayOutcome, 'drained'> | 'transfer-failed';

/** What the conversation itself says about its end. */
export const OUTCOMES: Record<Conversed, Verdict> = {
  'agent-ended': connected('agent-ended-call', 'agent'),
  'customer-ended': connected('customer-ended-call', 'customer'),
  transferred: connected('call-transferred', 'agent'),
  voicemail: connected('voicemail', 'agent', true),
  silence: connected('silence-timed-out', 'agent', true),
  'max-duration': connected('exceeded-max-duration', 'platform'),
  'opted-out': connected('customer-opted-out', 'agent'),
  'model-failed': fault('llm-failed', 'application'),
  dropped: fault('connection-lost', 'network'),
  lost: fault('worker-lost', 'application'),
  'transfer-failed': fault('transfer-failed', 'network'),
};

/** What a conversation with a machine looks like to whoever does not know that it was one. */
export const MACHINES_TAKEN_FOR: ReadonlySet<Conversed> = new Set([
  'agent-ended',
  'customer-ended',
  'silence',
]);

const FAULTS: ReadonlySet<Conversed | null> = new Set<Conversed>([
  'model-failed',
  'dropped',
  'lost',
  'transfer-failed',
]);

const AGENTS_OWN: ReadonlySet<Conversed | null> = new Set<Conversed>([
  'agent-ended',
  'voicemail',
  'silence',
  'max-duration',
  'opted-out',
]);

/** How the conversation went, put right by what the carrier says of its own ends of it; null when there was none. */
export function conversationOutcome(
  { relay: told, transfer }: CarrierView,
  relay: RelayView,
): Conversed | null {
  const { outcome } = relay;
  if (relay.openedAt === null) return null;
  // The socket broke because the customer hung up.
  if (outcome === 'dropped' && told?.outcome === 'completed') return 'customer-ended';
  if (outcome === 'transferred' && transfer?.connected === false)
    return transfer.isLive ? 'transfer-failed' : 'customer-ended';
  if (outcome !== null && outcome !== 'drained') return outcome;
  // Handed over to a process that never took it up, or still not written down.
  return told?.outcome === 'completed' ? 'customer-ended' : 'lost';
}

/** The carrier names no better reason for a failure than the conversation does. */
export function conversationFault(view: CarrierView, relay: RelayView): Verdict | null {
  const outcome = conversationOutcome(view, relay);
  return outcome !== null && FAULTS.has(outcome) ? OUTCOMES[outcome] : null;
}

/** The agent has ended the conversation: what the carrier fails at afterwards, such as asking us, broke nothing off. */
export const isAllSaid = (view: CarrierView, relay: RelayView): boolean =>
  AGENTS_OWN.has(conversationOutcome(view, relay));
