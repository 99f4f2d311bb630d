import { ledgersAfterKills } from './kills.js';
import { discrepancies } from './ledgers.js';

const STRIKES = 4;

describe('after kills of the service and of the database', () => {
  it('every committed change has its event, and every event has arrived under one id', async () => {
    const ledgers = await ledgersAfterKills(STRIKES);
    expect(discrepancies(ledgers)).toEqual([]);
    expect(ledgers.acknowledged.length).toBeGreaterThan(20);
    const told = new Set(ledgers.events.map(({ type }) => type));
    for (const type of ['contact.created', 'call.queued', 'call.ended']) expect(told).toContain(type);
    // What was sent and not written yet comes once more after a kill, and not again after that.
    const arrivals = [...Map.groupBy(ledgers.received, ({ id }) => id).values()].map((all) => all.length);
    expect(Math.max(...arrivals)).toBeLessThanOrEqual(1 + STRIKES);
  }, 400_000);
});

describe('the program that compares the ledgers', () => {
  const arrival = { id: 'e1', headerId: 'e1', body: '{}', isSigned: true };
  const contact = { id: 'e1', type: 'contact.created', of: 'c1', sequence: null, deliveries: 1 };
  const queued = { id: 'e2', type: 'call.queued', of: 'k1', sequence: 1, deliveries: 1 };
  const ended = { id: 'e3', type: 'call.ended', of: 'k1', sequence: 3, deliveries: 1 };
  const events = [contact, queued, ended];
  const second = { ...arrival, id: 'e2', headerId: 'e2' };
  const third = { ...arrival, id: 'e3', headerId: 'e3' };
  const good = {
    acknowledged: ['c1', 'k1'],
    changes: events.map(({ type, of }) => ({ type, of })),
    events,
    dialled: ['k1'],
    received: [arrival, arrival, second, third, second],
  };

  it('finds nothing where nothing is wrong', () => {
    expect(discrepancies(good)).toEqual([]);
  });

  it.each([
    ['acknowledged, but lost: c2', { acknowledged: ['c1', 'c2'] }],
    ['acknowledged, but lost: k2', { acknowledged: ['k1', 'k2'] }],
    [
      'not told once: contact.created of c2',
      { changes: [...good.changes, { type: 'contact.created', of: 'c2' }] },
    ],
    ['not told once: call.ringing of k1', { changes: [...good.changes, { type: 'call.ringing', of: 'k1' }] }],
    [
      'not told once: call.ended of k1',
      {
        events: [...events, { ...ended, id: 'e4', sequence: 4 }],
        received: [...good.received, { ...arrival, id: 'e4', headerId: 'e4' }],
      },
    ],
    ['event without its change: e3', { changes: good.changes.slice(0, 2) }],
    ['not one delivery: e1', { events: [{ ...contact, deliveries: 2 }, queued, ended] }],
    ['dialled, but unknown: k9', { dialled: ['k1', 'k9'] }],
    ['dialled again: k1', { dialled: ['k1', 'k1'] }],
    ['never arrived: e1', { received: [second, third] }],
    [
      'arrived, but never happened: e9',
      { received: [...good.received, { ...arrival, id: 'e9', headerId: 'e9' }] },
    ],
    ['arrived after a later one of its call: e2', { received: [arrival, third, second] }],
    ['changed: e1', { received: [...good.received, { ...arrival, body: '{"x":1}' }] }],
    ['another id: e1', { received: [{ ...arrival, headerId: 'e2' }, second, third] }],
    ['badly signed: e1', { received: [{ ...arrival, isSigned: false }, second, third] }],
  ])('finds %s', (line, wrong) => {
    expect(discrepancies({ ...good, ...wrong })).toEqual([line]);
  });
});
