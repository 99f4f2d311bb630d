import type { RelayOutcome } from './relay-outcome.js';
import { afterRelay, afterTransfer, type Conversed, type NextStep } from './next-document.js';

const sales = { name: 'sales', phone: '+13125550142', description: '' };
const NOW = new Date('2026-01-15T10:30:00Z');

const socket = (carrierSessionId: string, outcome: RelayOutcome | null) => ({
  carrierSessionId,
  openedAt: NOW,
  leaseUntil: NOW,
  closedAt: outcome === null ? null : NOW,
  outcome,
});

const known = (failedIds: string[] = [], ...sockets: Conversed['sockets']): Conversed => ({
  destinations: [sales],
  sockets,
  failedIds,
});

const ended = (handoff: string | null) => ({ outcome: 'ended' as const, handoff, isLive: true });
const lost = { outcome: 'failed' as const, handoff: null, isLive: true };

describe('after a conversation', () => {
  it.each<[string, Parameters<typeof afterRelay>, NextStep]>([
    ['that the agent ended: hang up', [ended('{"reason":"end"}'), known()], { do: 'hang-up' }],
    ['that ended without a word: hang up', [ended(null), known()], { do: 'hang-up' }],
    ['that handed over what is no JSON: hang up', [ended('{"reason":'), known()], { do: 'hang-up' }],
    ['that handed over null: hang up', [ended('null'), known()], { do: 'hang-up' }],
    [
      'that asks for a person: connect them',
      [ended('{"reason":"transfer","destination":"sales"}'), known()],
      { do: 'transfer', destination: sales },
    ],
    [
      'that asks for somebody the agent does not list: the agent goes on',
      [ended('{"reason":"transfer","destination":"+19005550100"}'), known()],
      { do: 'resume' },
    ],
    [
      'that the customer left: nothing is left to do',
      [{ outcome: 'completed', handoff: null, isLive: false }, known()],
      { do: 'hang-up' },
    ],
    [
      'whose call went with its socket: nothing',
      [{ ...lost, isLive: false }, known(['VX1'])],
      { do: 'hang-up' },
    ],
    [
      'whose socket broke: take it up again',
      [lost, known(['VX1'], socket('VX1', 'dropped'))],
      { do: 'resume' },
    ],
    [
      'whose break is not written down yet: take it up',
      [lost, known(['VX1'], socket('VX1', null))],
      { do: 'resume' },
    ],
    ['whose socket could not be opened: try again', [lost, known(['VX1'])], { do: 'resume' }],
    [
      'whose socket broke twice: give up',
      [lost, known(['VX1', 'VX2'], socket('VX1', 'dropped'), socket('VX2', 'dropped'))],
      { do: 'apologize' },
    ],
    ['whose socket could not be opened twice: give up', [lost, known(['VX1', 'VX2'])], { do: 'apologize' }],
    [
      'that replicas handed over twice, and that broke once: take it up again',
      [
        lost,
        known(
          ['VX1', 'VX2', 'VX3'],
          socket('VX1', 'drained'),
          socket('VX2', 'drained'),
          socket('VX3', 'lost'),
        ),
      ],
      { do: 'resume' },
    ],
  ])('%s', (_, [event, call], step) => {
    expect(afterRelay(event, call)).toEqual(step);
  });
});

describe('after a transfer', () => {
  it.each([
    ['that came about: hang up', { connected: true, isLive: true }, 'hang-up'],
    ['that the customer did not wait for: nothing', { connected: false, isLive: false }, 'hang-up'],
    ['that nobody took: the agent goes on', { connected: false, isLive: true }, 'resume'],
  ])('%s', (_, event, step) => {
    expect(afterTransfer(event)).toEqual({ do: step });
  });
});
