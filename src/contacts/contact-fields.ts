import { isEmail, isISO31661Alpha2 } from 'class-validator';

/** Longest values of a contact's fields, in characters. */
export const CONTACT_LIMITS = {
  name: 200,
  /** RFC 5321, section 4.5.3.1.3: a path of 256 with its brackets. */
  email: 254,
  company: 200,
  crm: 200,
  tag: 100,
  tags: 50,
  /** Why a number is not to be called. */
  reason: 500,
  /** All variables together, as JSON. */
  variablesBytes: 65_536,
} as const;

/** An e-mail address without the white space around it; null for what is none. */
export function emailOf(text: string): string | null {
  return isEmail(text.trim()) ? text.trim() : null;
}

/** A country by ISO 3166-1 alpha-2, in capitals; null for what is none. */
export function countryCodeOf(text: string): string | null {
  const code = text.trim().toUpperCase();
  return isISO31661Alpha2(code) ? code : null;
}

/** The zones that this machine lists, by their names in lower case. */
const ZONES = new Map(
  [...Intl.supportedValuesOf('timeZone'), 'UTC'].map((name) => [name.toLowerCase(), name]),
);

/**
 * A zone of the IANA list by its area and city, in the capitals of this machine's list; null for anything else,
 * `EST` and `+05:30` too: they know no summer time.
 */
export function timeZoneOf(text: string): string | null {
  const name = text.trim();
  const listed = ZONES.get(name.toLowerCase());
  if (listed !== undefined) return listed;
  if (!/^[A-Za-z_]+\/[\w+/-]+$/.test(name)) return null;
  try {
    // The list holds one name a zone; its other names (Asia/Kolkata, US/Central) are as good, but slow to ask for.
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
    return name;
  } catch {
    return null;
  }
}
