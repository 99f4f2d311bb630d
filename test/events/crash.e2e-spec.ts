import { ledgersAfterKills } from './kills.js';
import { discrepancies, type Ledgers } from './ledgers.js';
import { TOLD_TYPES } from './told-rows.js';

const STRIKES = 4;

describe('after kills of the service and of the database', () => {
  let ledgers: Ledgers;
  beforeAll(async () => {
    ledgers = await ledgersAfterKills(STRIKES);
  }, 400_000);

  it('every committed change has its event, and every event has arrived under one id', () => {
    expect(discrepancies(ledgers)).toEqual([]);
    expect(ledgers.acknowledged.length).toBeGreaterThan(20);
    // What was sent and not written yet comes once more after a kill, and not again after that.
    const arrivals = [...Map.groupBy(ledgers.received, ({ id }) => id).values()].map((all) => all.length);
    expect(Math.max(...arrivals)).toBeLessThanOrEqual(1 + STRIKES);
  });

  it.each(TOLD_TYPES)('an event %s that was not recorded would have been missed', (type) => {
    const lost = ledgers.events.findLast((event) => event.type === type);
    const events = ledgers.events.filter((event) => event !== lost);
    expect(discrepancies({ ...ledgers, events })).toEqual([
      `not told once: ${type} of ${lost?.of}`,
      `arrived, but never happened: ${lost?.id}`,
    ]);
  });
});

describe('the program that compares the ledgers', () => {
  const contact = { id: 'e1', type: 'contact.created', of: 'c1', call: null, sequence: null, deliveries: 1 };
  const queued = { id: 'e2', type: 'call.queued', of: 'k1', call: 'k1', sequence: 1, deliveries: 1 };
  const noted = { ...queued, id: 'e3', type: 'call.note_added', of: 'n1', sequence: 3 };
  const updated = { ...contact, id: 'e4', type: 'contact.updated', of: 'c1 in state 2' };
  const events = [contact, queued, noted, updated];
  const arrival = (id: string) => ({ id, headerId: id, body: '{}', isSigned: true });
  const good = {
    acknowledged: ['c1', 'k1', 'n1', 'c1 in state 2'],
    changes: events.map(({ type, of }) => ({ type, of })),
    events,
    dialled: ['k1'],
    received: ['e1', 'e1', 'e2', 'e3', 'e2', 'e4'].map(arrival),
  };
  const withEvent = (event: Ledgers['events'][number]): Partial<Ledgers> => ({
    events: [...events, event],
    received: [...good.received, arrival(event.id)],
  });
  const withChange = (type: string, of: string): Partial<Ledgers> => ({
    changes: [...good.changes, { type, of }],
  });

  it('finds nothing where nothing is wrong', () => {
    expect(discrepancies(good)).toEqual([]);
  });

  it.each<[string, Partial<Ledgers>]>([
    ['acknowledged, but lost: c2', { acknowledged: ['c1', 'c2'] }],
    ['acknowledged, but lost: k2', { acknowledged: ['k1', 'k2'] }],
    ['acknowledged, but lost: c1 in state 3', { acknowledged: ['c1 in state 3'] }],
    ['not told once: contact.created of c2', withChange('contact.created', 'c2')],
    ['not told once: call.ringing of k1', withChange('call.ringing', 'k1')],
    ['not told once: call.note_added of n2', withChange('call.note_added', 'n2')],
    ['not told once: contact.updated of c1 in state 3', withChange('contact.updated', 'c1 in state 3')],
    ['not told once: call.note_added of n1', withEvent({ ...noted, id: 'e9', sequence: 4 })],
    ['event without its change: e9', withEvent({ ...updated, id: 'e9', of: 'c1 in state 3' })],
    ['not one delivery: e4', { events: [contact, queued, noted, { ...updated, deliveries: 2 }] }],
    ['dialled, but unknown: k9', { dialled: ['k1', 'k9'] }],
    ['dialled again: k1', { dialled: ['k1', 'k1'] }],
    ['never arrived: e1', { received: good.received.slice(2) }],
    ['arrived, but never happened: e9', { received: [...good.received, arrival('e9')] }],
    ['arrived after a later one of its call: e2', { received: ['e1', 'e3', 'e2', 'e4'].map(arrival) }],
    ['changed: e1', { received: [...good.received, { ...arrival('e1'), body: '{"x":1}' }] }],
    ['another id: e1', { received: [...good.received, { ...arrival('e1'), headerId: 'e2' }] }],
    ['badly signed: e1', { received: [...good.received, { ...arrival('e1'), isSigned: false }] }],
  ])('finds %s', (line, wrong) => {
    expect(discrepancies({ ...good, ...wrong })).toEqual([line]);
  });
});
