/** Buckets to the doubling, from the first bound on: the function `latency_counts` of the database fills them. */
const TO_THE_DOUBLING = 8;
const FIRST_MS = 50;

const lowerBound = (bucket: number): number => FIRST_MS * 2 ** (bucket / TO_THE_DOUBLING);

/**
 * The time that a share of the turns did not exceed, in milliseconds, a ninth off at most; null when none was measured.
 * @param counts turns by bucket
 * @param share 0.5 for the median
 */
export function latencyAt(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = share * total;
  let below = 0;
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) return Math.round(lowerBound(bucket + (rank - below) / count));
    below += count;
  }
  return null;
}

/** Two series of counts, together. */
export const addCounts = (a: readonly number[], b: readonly number[]): number[] =>
  (a.length > b.length ? a : b).map((_, place) => (a[place] ?? 0) + (b[place] ?? 0));
