import type { Sample } from './rounds.js';

/** The middle of a list of numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Nearest rank: the smallest value that `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** Ratio of two contestants, taken round by round: median, smallest and largest. */
export interface Ratio {
  median: number;
  least: number;
  most: number;
}

const ratioOf = (ratios: number[]): Ratio => ({
  median: median(ratios),
  least: Math.min(...ratios),
  most: Math.max(...ratios),
});

export type Reading = (sample: Sample) => number;

export const throughput: Reading = ({ requestsPerSecond }) => requestsPerSecond;
export const nodeCpu: Reading = ({ nodeCpu }) => nodeCpu;
export const postgresCpu: Reading = ({ postgresCpu }) => postgresCpu;
export const totalCpu: Reading = ({ nodeCpu, postgresCpu }) => nodeCpu + postgresCpu;

type Samples = Map<string, Sample[]>;

/** `reading` of one contestant to that of another. */
export const ratio = (samples: Samples, of: string, to: string, reading: Reading): Ratio =>
  ratioOf(
    (samples.get(of) ?? []).map(
      (sample, round) => reading(sample) / reading(samples.get(to)?.[round] as Sample),
    ),
  );

const ratioText = ({ median, least, most }: Ratio): string =>
  `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;

/** A column of a comparison: the median of a reading, or its ratio to the anchor. */
export interface Column {
  heading: string;
  reading: Reading;
  digits?: number;
  ratio?: true;
}

/** What every comparison shows, before the columns of processor time. */
export const SPEED: Column[] = [
  { heading: 'req/s', reading: throughput, digits: 0 },
  { heading: 'req/s', reading: throughput, ratio: true },
  { heading: 'p50 ms', reading: ({ p50 }) => p50 },
  { heading: 'p99 ms', reading: ({ p99 }) => p99 },
];

/** Prints a row for each contestant. */
export function compare(samples: Samples, anchor: string, columns: Column[]): void {
  const cell = (name: string, { reading, ratio: isRatio, digits = 2 }: Column): string =>
    isRatio
      ? ratioText(ratio(samples, name, anchor, reading))
      : median((samples.get(name) ?? []).map(reading)).toFixed(digits);
  const heading = columns.map(({ heading, ratio }) => (ratio ? `${heading} to ${anchor}` : heading));
  const rows = [...samples.keys()].map((name) => [name].concat(columns.map((column) => cell(name, column))));
  console.log(table([['', ...heading], ...rows]));
}

/** What must be reached, and what was. */
export interface Target {
  what: string;
  value: number;
  least?: number;
  most?: number;
}

/** Prints the targets. @returns whether all were reached */
export function judge(targets: Target[]): boolean {
  const isReached = ({ value, least = -Infinity, most = Infinity }: Target): boolean =>
    value >= least && value <= most;
  const rows = targets.map((target) => [
    target.what,
    target.value.toFixed(2),
    target.least === undefined ? `at most ${target.most}` : `at least ${target.least}`,
    isReached(target) ? 'reached' : 'MISSED',
  ]);
  console.log(`\n${table([['target', 'measured', 'wanted', ''], ...rows])}`);
  return targets.every(isReached);
}

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
