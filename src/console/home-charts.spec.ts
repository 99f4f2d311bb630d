import { latencyByDay, outcomesByDay } from './home-charts.js';

const days = ['2026-02-28', '2026-03-01'].map((day) => new Date(day));
const counted = {
  day: new Date('2026-03-01'),
  succeeded: 4,
  unsuccessful: 3,
  unjudged: 2,
  unreached: 1,
  canceled: 5,
  failed: 6,
  answered: 9,
  voicemails: 0,
  seconds: 0,
  latency: Array.from({ length: 72 }, (_, place) => (place === 32 ? 20 : place === 50 ? 2 : 0)),
};

describe('the charts', () => {
  it('have every day, and each outcome in its place', () => {
    expect(outcomesByDay([counted], days)).toEqual([
      { date: '2026-02-28', label: '28 Feb', values: [0, 0, 0, 0, 0, 0] },
      { date: '2026-03-01', label: '1 Mar', values: [4, 3, 2, 1, 5, 6] },
    ]);
  });

  it('draw no latency where none was measured', () => {
    const [before, then] = latencyByDay([counted], days);
    expect(before?.values).toEqual([null, null]);
    expect(then?.values[0]).toBeGreaterThan(800);
    expect(then?.values[1]).toBeGreaterThan(3_800);
  });
});
