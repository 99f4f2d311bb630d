import type { Sample } from './rounds.js';

/** The middle of a list of numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Ratio of two servers, taken round by round: median, smallest and largest. */
export interface Ratio {
  median: number;
  least: number;
  most: number;
}

export function ratio(of: Sample[], to: Sample[], value: (sample: Sample) => number): Ratio {
  const ratios = of.map((sample, round) => value(sample) / value(to[round] as Sample));
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

export const ratioText = ({ median, least, most }: Ratio): string =>
  `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;

/** Rows of text in columns, the first row as a heading. */
export function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [heading = [], ...rest] = rows;
  return [
    line(heading),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...rest.map(line),
  ].join('\n');
}
