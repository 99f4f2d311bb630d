import { ledgersAfterKills } from './kills.js';
import { discrepancies } from './ledgers.js';

const STRIKES = 4;

describe('after kills of the service and of the database', () => {
  it('every committed change has its event, and every event has arrived under one id', async () => {
    const ledgers = await ledgersAfterKills(STRIKES);
    expect(discrepancies(ledgers)).toEqual([]);
    expect(ledgers.acknowledged.length).toBeGreaterThan(20);
    // What was sent and not written yet comes once more after a kill, and not again after that.
    const arrivals = [...Map.groupBy(ledgers.received, ({ id }) => id).values()].map((all) => all.length);
    expect(Math.max(...arrivals)).toBeLessThanOrEqual(1 + STRIKES);
  }, 240_000);
});

describe('the program that compares the ledgers', () => {
  const arrival = { id: 'e1', headerId: 'e1', body: '{}', isSigned: true };
  const good = {
    acknowledged: ['c1'],
    contacts: ['c1'],
    events: [{ id: 'e1', contact: 'c1', deliveries: 1 }],
    received: [arrival, arrival],
  };

  it('finds nothing where nothing is wrong', () => {
    expect(discrepancies(good)).toEqual([]);
  });

  it.each([
    ['acknowledged, but lost: c2', { acknowledged: ['c1', 'c2'] }],
    ['not told once: c2', { contacts: ['c1', 'c2'] }],
    [
      'event without its change: e2',
      {
        events: [...good.events, { id: 'e2', contact: 'c0', deliveries: 1 }],
        received: [arrival, { ...arrival, id: 'e2', headerId: 'e2' }],
      },
    ],
    ['not one delivery: e1', { events: [{ id: 'e1', contact: 'c1', deliveries: 2 }] }],
    ['never arrived: e1', { received: [] }],
    [
      'arrived, but never happened: e9',
      { received: [arrival, { id: 'e9', headerId: 'e9', body: '{}', isSigned: true }] },
    ],
    ['changed: e1', { received: [arrival, { ...arrival, body: '{"x":1}' }] }],
    ['another id: e1', { received: [{ ...arrival, headerId: 'e2' }] }],
    ['badly signed: e1', { received: [{ ...arrival, isSigned: false }] }],
  ])('finds %s', (line, wrong) => {
    expect(discrepancies({ ...good, ...wrong })).toEqual([line]);
  });
});
