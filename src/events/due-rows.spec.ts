import { type DueRow, dueIn } from './due-rows.js';

const row = (place: string, deliveryId: string, eventId: string, callId: string | null = null): DueRow => [
  place,
  deliveryId,
  '2',
  '1',
  '2026-01-15 10:30:00.5+00',
  '9007199254740993',
  eventId,
  'contact.updated',
  '1768473000123.000000',
  callId && '4',
  callId,
  null,
  '{"a":1}',
];

describe('what is due', () => {
  it('goes to the queue that was asked for, and keeps its order', () => {
    const [first = [], second = [], third] = dueIn(
      ['acme', 'globex', 'initech'],
      [row('2', 'a', 'x'), row('1', 'b', 'y'), row('2', 'c', 'z')],
    );
    expect(first.map(({ deliveryId }) => deliveryId)).toEqual(['b']);
    expect(second.map(({ deliveryId }) => deliveryId)).toEqual(['a', 'c']);
    expect(third).toEqual([]);
  });

  it('carries the event as it was recorded', () => {
    const [[due] = []] = dueIn(['acme'], [row('1', 'a', 'x', 'call')]);
    expect(due).toEqual({
      event: { id: 'x', callId: 'call', body: expect.any(Buffer) },
      deliveryId: 'a',
      attempts: 2,
      tries: 1,
      dueAt: '2026-01-15 10:30:00.5+00',
      position: '9007199254740993',
    });
    expect(JSON.parse(String(due?.event.body))).toEqual({
      id: 'x',
      type: 'contact.updated',
      timestamp: '2026-01-15T10:30:00.123Z',
      organization_id: 'acme',
      api_version: '1',
      sequence: 4,
      data: { a: 1 },
    });
  });

  it('is one event for all endpoints that get it', () => {
    const [[a] = [], [b] = []] = dueIn(['acme', 'acme'], [row('1', 'a', 'x'), row('2', 'b', 'x')]);
    expect(a?.event).toBe(b?.event);
  });
});
