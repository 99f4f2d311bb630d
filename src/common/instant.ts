/**
 * RFC 3339, with what ISO 8601 adds that people really send: a date alone, a time without seconds.
 * Up to nine digits of fraction; an offset's `+` may have become a space on its way through a URL.
 */
const INSTANT =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[Tt](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?)?(?:[Zz]|(?<sign>[+ -])(?<offsetHour>\d{2}):(?<offsetMinute>\d{2})))?$/;

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2101, 0, 1) - 1;

/**
 * Reads an instant, or null for what is none: no offset beside a time, a day that the calendar does not have,
 * hour 24, a leap second (no Date can hold one), a year outside 1970–2100 (in UTC). A date alone is midnight
 * UTC. Digits beyond milliseconds are cut off: that is the precision of everything stored and compared.
 */
export function parseInstant(text: string): Date | null {
  const groups = INSTANT.exec(text)?.groups;
  if (!groups) return null;
  const { date = '', hour = '00', minute = '00', second = '00', fraction = '' } = groups;
  const { sign, offsetHour = '00', offsetMinute = '00' } = groups;
  if ([hour, offsetHour].some((h) => h > '23') || [minute, second, offsetMinute].some((m) => m > '59'))
    return null;
  const local = Date.parse(`${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  // `Date` rolls 30 February over into March.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(date)) return null;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000;
  const time = sign === '-' ? local + offset : local - offset;
  return time >= EARLIEST && time <= LATEST ? new Date(time) : null;
}

/** The one form in which an instant leaves: UTC with milliseconds, `2026-01-15T10:30:00.000Z`. */
export function formatInstant(instant: Date): string {
  return instant.toISOString();
}
