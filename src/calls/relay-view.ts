import type { RelayOutcome } from './relay-outcome.js';

/** One socket of a call, as its row has it. */
export interface RelaySocket {
  carrierSessionId: string;
  openedAt: Date;
  leaseUntil: Date;
  closedAt: Date | null;
  outcome: RelayOutcome | null;
}

/** What a call's sockets add up to. */
export interface RelayView {
  /** When the first one opened; null when none did. */
  openedAt: Date | null;
  /** The call is being held by a process until then, unless that says more; null when no socket is open. */
  openUntil: Date | null;
  /** When the last one closed; null while one is open, or when none ever was. */
  closedAt: Date | null;
  /** How the conversation went, as the last socket that was not only handed over tells. */
  outcome: RelayOutcome | null;
}

export const NO_RELAY: RelayView = { openedAt: null, openUntil: null, closedAt: null, outcome: null };

/** `sockets` in the order in which they opened. One whose lease ran out belongs to a process that is gone. */
export function relayView(sockets: readonly RelaySocket[], now: Date): RelayView {
  const open = sockets.filter(({ closedAt, leaseUntil }) => closedAt === null && leaseUntil > now);
  const closed = sockets.map(({ closedAt, leaseUntil }) => closedAt ?? leaseUntil);
  const last = sockets.findLast(({ outcome }) => outcome !== 'drained');
  return {
    openedAt: sockets[0]?.openedAt ?? null,
    openUntil: latest(open.map(({ leaseUntil }) => leaseUntil)),
    closedAt: open.length > 0 ? null : latest(closed),
    outcome: last === undefined || open.includes(last) ? null : (last.outcome ?? 'lost'),
  };
}

const latest = (instants: readonly Date[]): Date | null =>
  instants.length === 0 ? null : new Date(Math.max(...instants.map((at) => at.getTime())));
