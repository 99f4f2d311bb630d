/** A series of times in numbers, in milliseconds. */
export interface StageStats {
  count: number;
  min: number;
  max: number;
  avg: number;
  p50: number;
  p90: number;
  p95: number;
  p99: number;
}

/** Null where nothing was measured. Percentiles by nearest rank: each is a time that was really taken. */
export function stageStats(times: readonly number[]): StageStats | null {
  const sorted = times.toSorted((a, b) => a - b);
  const [min] = sorted;
  const max = sorted.at(-1);
  if (min === undefined || max === undefined) return null;
  const rank = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? max;
  const avg = Math.round(sorted.reduce((sum, time) => sum + time, 0) / sorted.length);
  return {
    count: sorted.length,
    min,
    max,
    avg,
    p50: rank(0.5),
    p90: rank(0.9),
    p95: rank(0.95),
    p99: rank(0.99),
  };
}
