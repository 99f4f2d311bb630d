/** Names longer than this are not compared; none of ours comes near. */
const MAX_LENGTH = 64;

/**
 * The known name a misspelt one most likely means, or null. Case and separators do not count
 * (`agentId` is `agent_id`); beyond that a short name may differ by one slip, a longer one by two: a letter
 * more, less, other, or two swapped. Of equally near names the first is given.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > MAX_LENGTH) return null;
  const folded = fold(name);
  const distances = known.map((candidate) => ({ candidate, slips: slipsBetween(folded, fold(candidate)) }));
  const nearest = distances.toSorted((a, b) => a.slips - b.slips)[0];
  return nearest && nearest.slips <= allowedSlips(folded) ? nearest.candidate : null;
}

function allowedSlips(name: string): number {
  if (name.length < 3) return 0;
  return name.length < 6 ? 1 : 2;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Optimal string alignment: the least number of slips that turn one text into the other. */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
