import { addCounts, latencyAt } from './latency-buckets.js';

const only = (bucket: number, turns: number): number[] =>
  Array.from({ length: 72 }, (_, place) => (place === bucket ? turns : 0));

describe('latencyAt', () => {
  it.each([
    ['nothing was measured', [], 0.5, null],
    ['nothing but empty buckets', only(0, 0), 0.5, null],
    ['one turn in the first bucket: its upper bound', only(0, 1), 1, 55],
    ['the middle of a bucket: between its bounds', only(32, 10), 0.5, 835],
    ['all of a bucket: its upper bound', only(32, 10), 1, 872],
    ['the last bucket ends where there are no more', only(71, 3), 1, 25_600],
  ])('%s', (_, counts, share, expected) => {
    expect(latencyAt(counts, share)).toBe(expected);
  });

  it('finds the slow twentieth beside the fast rest', () => {
    const counts = addCounts(only(20, 90), only(40, 10));
    expect(latencyAt(counts, 0.5)).toBeLessThan(310);
    expect(latencyAt(counts, 0.95)).toBeGreaterThan(1_600);
  });
});

describe('addCounts', () => {
  it.each([
    [[], [], []],
    [[1, 2], [], [1, 2]],
    [[], [1, 2], [1, 2]],
    [
      [1, 2],
      [3, 4],
      [4, 6],
    ],
  ])('%j and %j are %j', (a, b, sum) => {
    expect(addCounts(a, b)).toEqual(sum);
  });
});
