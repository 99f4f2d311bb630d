import { DeliveryLane, type DueDelivery, type LeasedEndpoint } from './delivery-lane.session.js';
import { type DeliveryOutcome, failed } from './delivery-outcome.js';

const ENDPOINT: LeasedEndpoint = {
  organizationId: 'o',
  id: 'e',
  url: 'https://hooks.example.com',
  version: 1,
  headerNames: [],
  headersSealed: null,
  secretSealed: null,
  previousSecretSealed: null,
  previousSecretUntil: null,
  consecutiveFailures: 0,
  leaseEpoch: 1,
};

const due = (position: number, callId: string | null): DueDelivery => ({
  event: { id: `event-${position}`, callId, body: Buffer.from('{}') },
  deliveryId: `d${position}`,
  attempts: 0,
  tries: 0,
  dueAt: '2026-01-15T10:30:00.000Z',
  position: String(position),
});

const SILENCE = failed('timeout', 15_000);
const REFUSAL: DeliveryOutcome = { ...failed('bad_status', 10), status: 500 };
const SUCCESS: DeliveryOutcome = { ...REFUSAL, delivered: true, status: 200, error: null };

const anEmptyLane = (consecutiveFailures = 0): DeliveryLane =>
  new DeliveryLane({ ...ENDPOINT, consecutiveFailures }, Infinity, 20);

/** A queue of ten, of these calls in turn, at an endpoint that has failed so often in a row. */
function aLane(consecutiveFailures = 0, calls: (string | null)[] = [null]): DeliveryLane {
  const lane = anEmptyLane(consecutiveFailures);
  const read = lane.beginRead(10);
  const queue = Array.from({ length: 10 }, (_, index) => due(index, calls[index % calls.length] ?? null));
  lane.add(queue, read);
  return lane;
}

/** All that may be sent now. */
function sendable(lane: DeliveryLane): DueDelivery[] {
  const next = lane.next(0);
  return next ? [next, ...sendable(lane)] : [];
}

describe('the queue of an endpoint', () => {
  it('gives four at once', () => {
    expect(sendable(aLane()).map(({ position }) => position)).toEqual(['0', '1', '2', '3']);
  });

  it('gives one of each call, and the next when that is over', () => {
    const lane = aLane(0, ['a', 'b']);
    const [first] = sendable(lane) as [DueDelivery];
    expect(lane.inFlight).toBe(2);
    lane.sent(first, SUCCESS);
    expect(sendable(lane).map(({ position }) => position)).toEqual(['2']);
  });

  it.each([
    ['a success', SUCCESS],
    ['a refusal', REFUSAL],
  ])('gives one at a time after a silence, and four again after %s', (_, answer) => {
    const lane = aLane();
    const [first, second, third, fourth] = sendable(lane) as [
      DueDelivery,
      DueDelivery,
      DueDelivery,
      DueDelivery,
    ];
    for (const delivery of [first, second, third]) lane.sent(delivery, SILENCE);
    expect(sendable(lane)).toEqual([]);
    lane.sent(fourth, SILENCE);
    const [fifth, ...others] = sendable(lane) as [DueDelivery];
    expect(others).toEqual([]);
    lane.sent(fifth, answer);
    expect(sendable(lane)).toHaveLength(4);
  });

  it('begins with one when the endpoint has failed lately', () => {
    expect(sendable(aLane(3))).toHaveLength(1);
  });

  it('wants more when half of it is under way', () => {
    const lane = aLane(0);
    const wants = Array.from({ length: 6 }, () => {
      lane.next(0);
      lane.inFlight = 0;
      return lane.isHungry(10);
    });
    expect(wants).toEqual([false, false, false, false, true, true]);
  });

  it('is not done while it is read', () => {
    const lane = anEmptyLane();
    const read = lane.beginRead(10);
    expect(lane.isDone).toBe(false);
    lane.add([], read);
    expect(lane.isDone).toBe(true);
  });

  it('is done when it is closed, also while it is read', () => {
    const lane = anEmptyLane();
    const read = lane.beginRead(10);
    lane.close();
    expect(lane.isDone).toBe(true);
    lane.add([due(0, null)], read);
    expect([lane.isDone, sendable(lane)]).toEqual([true, []]);
  });

  it.each([
    ['from where the last read ended', false, '0'],
    ['from the beginning, when that was asked for meanwhile', true, undefined],
  ])('is read on %s', (_, isAnew, after) => {
    const lane = anEmptyLane();
    const read = lane.beginRead(1);
    if (isAnew) lane.readAnew();
    lane.add([due(0, null)], read);
    expect(lane.beginRead(2).after?.position).toBe(after);
  });
});
