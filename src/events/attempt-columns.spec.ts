import { attemptColumns, type SettledAttempt } from './attempt-columns.js';
import { DeliveryLane } from './delivery-lane.session.js';

const aLane = (id: string): DeliveryLane =>
  new DeliveryLane(
    {
      organizationId: 'acme',
      id,
      url: `https://${id}.example.com`,
      version: 1,
      consecutiveFailures: 0,
      leaseEpoch: 7,
      headerNames: ['x-team'],
      headersSealed: null,
      secretSealed: null,
      previousSecretSealed: null,
      previousSecretUntil: null,
    },
    Infinity,
    20,
  );

const anAttempt = (lane: DeliveryLane, deliveryId: string, body: string | null): SettledAttempt => ({
  lane,
  deliveryId,
  attempts: 0,
  tries: 0,
  startedAt: new Date(1_000),
  state: 'delivered',
  pause: null,
  outcome: {
    delivered: true,
    status: 200,
    error: null,
    message: null,
    latencyMs: 3,
    body,
    truncated: false,
    retryAfter: null,
  },
});

describe('attempts as columns', () => {
  const [one, two] = [aLane('one'), aLane('two')];

  it('name their endpoint and their outcome, each said once, by number', () => {
    const settled = [
      anAttempt(one, 'a', 'ok'),
      anAttempt(two, 'b', '{"x"}, null'),
      anAttempt(one, 'c', 'ok'),
    ];
    const [lanes = '', outcomes = '', ...columns] = attemptColumns(settled);
    expect(JSON.parse(lanes)).toEqual([
      ['acme', 'one', 7, 'https://one.example.com', ['x-team']],
      ['acme', 'two', 7, 'https://two.example.com', ['x-team']],
    ]);
    expect(JSON.parse(outcomes)).toEqual([
      ['delivered', 200, null, null, 'ok', false],
      ['delivered', 200, null, null, '{"x"}, null', false],
    ]);
    expect(columns).toEqual([
      '{1,2,1}',
      '{1,2,1}',
      '{a,b,c}',
      '{0,0,0}',
      '{NULL,NULL,NULL}',
      '{1000,1000,1000}',
      '{3,3,3}',
    ]);
  });

  it('tell apart outcomes that read alike', () => {
    const [, outcomes = ''] = attemptColumns([anAttempt(one, 'a', 'null'), anAttempt(one, 'b', null)]);
    expect(JSON.parse(outcomes)).toHaveLength(2);
  });
});
