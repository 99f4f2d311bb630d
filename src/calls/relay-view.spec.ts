import type { RelayOutcome } from './relay-outcome.js';
import { NO_RELAY, relayView, type RelaySocket } from './relay-view.js';

const at = (seconds: number): Date => new Date(1_763_600_000_000 + seconds * 1000);

/** Opened at `from`; closed with an outcome, or open with a lease. */
const closed = (from: number, to: number, outcome: RelayOutcome): RelaySocket => ({
  carrierSessionId: `VX${from}`,
  openedAt: at(from),
  leaseUntil: at(to + 20),
  closedAt: at(to),
  outcome,
});
const open = (from: number, lease: number): RelaySocket => ({
  carrierSessionId: `VX${from}`,
  openedAt: at(from),
  leaseUntil: at(lease),
  closedAt: null,
  outcome: null,
});

const NOW = at(100);

describe('a call’s sockets', () => {
  it.each<[string, RelaySocket[], ReturnType<typeof relayView>]>([
    ['none', [], NO_RELAY],
    [
      'one that is open',
      [open(10, 120)],
      { openedAt: at(10), openUntil: at(120), closedAt: null, outcome: null },
    ],
    [
      'one that the agent ended',
      [closed(10, 50, 'agent-ended')],
      { openedAt: at(10), openUntil: null, closedAt: at(50), outcome: 'agent-ended' },
    ],
    [
      'one whose process is gone',
      [open(10, 90)],
      { openedAt: at(10), openUntil: null, closedAt: at(90), outcome: 'lost' },
    ],
    [
      'a dropped one, and its successor that is open',
      [closed(10, 50, 'dropped'), open(52, 130)],
      { openedAt: at(10), openUntil: at(130), closedAt: null, outcome: null },
    ],
    [
      'a dropped one, and its successor that the customer left',
      [closed(10, 50, 'dropped'), closed(52, 80, 'customer-ended')],
      { openedAt: at(10), openUntil: null, closedAt: at(80), outcome: 'customer-ended' },
    ],
    [
      'one that was handed over to nobody: it tells nothing',
      [closed(10, 50, 'drained')],
      { openedAt: at(10), openUntil: null, closedAt: at(50), outcome: null },
    ],
    [
      'an ended one after one that was handed over',
      [closed(10, 50, 'drained'), closed(52, 80, 'silence')],
      { openedAt: at(10), openUntil: null, closedAt: at(80), outcome: 'silence' },
    ],
  ])('%s', (_, sockets, expected) => {
    expect(relayView(sockets, NOW)).toEqual(expected);
  });
});
