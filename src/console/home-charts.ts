import type { DayCounts } from '../calls/call-counts.repository.js';
import { latencyAt } from '../calls/latency-buckets.js';

/** How calls end, in the order of the bars, from the ground up. */
export const OUTCOMES = [
  { key: 'succeeded', label: 'Success' },
  { key: 'unsuccessful', label: 'No success' },
  { key: 'unjudged', label: 'Not judged' },
  { key: 'unreached', label: 'Not reached' },
  { key: 'canceled', label: 'Cancelled' },
  { key: 'failed', label: 'Failed' },
] as const;

/** What a chart draws of one day. */
export interface ChartDay {
  /** ISO date. */
  date: string;
  /** As the axis names it. */
  label: string;
  /** One for each series; null where there is nothing to draw. */
  values: (number | null)[];
}

const NAMES = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Every day of the range, those without calls too. */
function daily(
  counted: readonly DayCounts[],
  days: readonly Date[],
  valuesOf: (day: DayCounts | undefined) => (number | null)[],
): ChartDay[] {
  const byDay = new Map(counted.map((day) => [day.day.getTime(), day]));
  return days.map((day) => ({
    date: day.toISOString().slice(0, 10),
    label: NAMES.format(day),
    values: valuesOf(byDay.get(day.getTime())),
  }));
}

/** Calls of each day by outcome. */
export const outcomesByDay = (counted: readonly DayCounts[], days: readonly Date[]): ChartDay[] =>
  daily(counted, days, (day) => OUTCOMES.map(({ key }) => day?.[key] ?? 0));

/** Of each day, what half of the agent's answers took at most, and what all but a twentieth took. */
export const latencyByDay = (counted: readonly DayCounts[], days: readonly Date[]): ChartDay[] =>
  daily(counted, days, (day) => [0.5, 0.95].map((share) => (day ? latencyAt(day.latency, share) : null)));
