const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** Whether a text is a time zone by its IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** When a day begins in a zone; null for a text that is no day. */
export function dayStart(day: string, zone: string): Date | null {
  const wanted = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(wanted)) return null;
  // The second look is for days that begin on the other side of a change of the clocks.
  const near = wanted - aheadOfUtc(wanted, zone);
  return new Date(wanted - aheadOfUtc(near, zone));
}

/** When a day has ended in a zone; null for a text that is no day. */
export function dayEnd(day: string, zone: string): Date | null {
  const begins = dayStart(day, 'UTC');
  return begins && dayStart(new Date(begins.getTime() + DAY_MS).toISOString().slice(0, 10), zone);
}

/** How far the clocks of a zone are ahead at an instant, in milliseconds. */
function aheadOfUtc(instant: number, zone: string): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`) - instant;
}
