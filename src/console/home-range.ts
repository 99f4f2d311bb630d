/** Days that the home page can look back. */
export const RANGES = [7, 30, 90] as const;
export type Range = (typeof RANGES)[number];

const DAY_MS = 86_400_000;

/** What the address asks for; a week when it asks for nothing that there is. */
export const rangeOf = (raw: unknown): Range => RANGES.find((days) => String(days) === raw) ?? 7;

/** The days of UTC that a range shows, today the last of them, and since when they are compared. */
export interface Period {
  range: Range;
  /** The first instant of each day, the oldest first. */
  days: Date[];
  /** The range before begins here. */
  before: Date;
  /** How much of today is over, from 0 to 1. */
  todayShare: number;
}

export function periodOf(range: Range, now: Date): Period {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return {
    range,
    days: Array.from({ length: range }, (_, index) => new Date(today - (range - 1 - index) * DAY_MS)),
    before: new Date(today - (2 * range - 1) * DAY_MS),
    todayShare: (now.getTime() - today) / DAY_MS,
  };
}
