const HOUR_MS = 3_600_000;
const DAYS = 90;

/** The newest call begins this long before `now`, so that every call is over. */
const QUIET_MS = HOUR_MS;

/** How busy each hour of a weekday is, from midnight on; the lines are open from 7 to 21. */
const BUSYNESS = [0, 0, 0, 0, 0, 0, 0, 1, 4, 9, 12, 11, 7, 8, 11, 12, 10, 8, 5, 4, 2, 1, 0, 0];

/** Sunday first. */
const WEEKDAYS = [0.08, 1.05, 1.1, 1.1, 1.05, 0.9, 0.25];

/** US Central time without its summer half: near enough for a rhythm. */
const UTC_OFFSET_MS = -6 * HOUR_MS;

/** An hour of the past and how many calls began in it. */
export interface BusyHour {
  startMs: number;
  calls: number;
}

/** Spreads `calls` over the 90 days before `now` as an office that calls people does; oldest hour first. */
export function* busyHours(calls: number, now: Date): Generator<BusyHour> {
  const end = now.getTime() - QUIET_MS;
  const hours = Array.from({ length: DAYS * 24 }, (_, index) => end - (DAYS * 24 - index) * HOUR_MS);
  const total = hours.reduce((sum, startMs) => sum + busyness(startMs), 0);
  let weight = 0;
  let made = 0;
  for (const startMs of hours) {
    weight += busyness(startMs);
    const due = Math.round((calls * weight) / total);
    if (due > made) {
      yield { startMs, calls: due - made };
      made = due;
    }
  }
}

function busyness(startMs: number): number {
  const local = new Date(startMs + UTC_OFFSET_MS);
  return (BUSYNESS[local.getUTCHours()] ?? 0) * (WEEKDAYS[local.getUTCDay()] ?? 0);
}

/** The instants at which an hour's calls began, in order. */
export const instantsIn = ({ startMs, calls }: BusyHour, draw: () => number): number[] =>
  Array.from({ length: calls }, () => startMs + Math.floor(draw() * HOUR_MS)).sort((a, b) => a - b);
