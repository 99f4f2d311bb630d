import { hash } from 'node:crypto';
import type { TokenSigner } from './signing.js';

/** A page's end: the values that the order compares, and nothing a caller could not see anyway. */
export type CursorValues = readonly (string | null)[];

const TOKEN_LENGTH = 43;

/** One short text for a set of filters, whatever their order; an absent and an undefined filter are the same. */
export function filterFingerprint(filters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  given.sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(given), 'base64url');
}

/** An opaque cursor that only this service can make and only the same filters can use. */
export function encodeCursor(signer: TokenSigner, fingerprint: string, values: CursorValues): string {
  const payload = Buffer.from(JSON.stringify(values)).toString('base64url');
  return payload + signer.sign(fingerprint, payload);
}

/** The values of a cursor, or null: forged, altered, or made for other filters (a 400 in each case). */
export function decodeCursor(signer: TokenSigner, fingerprint: string, cursor: string): CursorValues | null {
  const payload = cursor.slice(0, -TOKEN_LENGTH);
  if (!signer.verify(cursor.slice(-TOKEN_LENGTH), fingerprint, payload)) return null;
  // What we signed is what encodeCursor made.
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as CursorValues;
}
