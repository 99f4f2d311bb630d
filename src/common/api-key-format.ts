import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What a key is for: `live` for an organization's API, `intake` for one mapping's address only. */
export type ApiKeyKind = 'live' | 'intake';

/** What a well-formed key says about itself. Nothing of it is proven before its hash is compared. */
export interface ParsedApiKey {
  kind: ApiKeyKind;
  /** The id of the key's row. */
  id: string;
}

const SECRET_BYTES = 32;
const SECRET_LENGTH = 43; // 62^43 > 2^256
const CHECKSUM_LENGTH = 6; // 62^6 > 2^32
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The whole form of a key, for secret scanners: `vap_(live|intake)_[0-9a-f]{32}_[0-9A-Za-z]{49}`.
 * The last six characters are the base62 CRC-32 of all before them, so a scanner needs no query to be sure.
 */
const API_KEY = /^vap_(live|intake)_([0-9a-f]{32})_[0-9A-Za-z]{49}$/;

const API_KEYS_IN_TEXT = /vap_(live|intake)_[0-9a-f]{32}_[0-9A-Za-z]{49}/g;

/** A text that may hold keys, as it may be stored: what a key proves is taken out of each. */
export const hideApiKeys = (text: string): string =>
  text.includes('vap_') ? text.replace(API_KEYS_IN_TEXT, 'vap_$1_[redacted]') : text;

/** The text of a key, shown once: its row's id (a UUID) and 32 random bytes. */
export function formatApiKey(kind: ApiKeyKind, id: string, secret: Uint8Array): string {
  if (secret.length !== SECRET_BYTES) throw new RangeError(`A key's secret has ${SECRET_BYTES} bytes`);
  const number = BigInt(`0x${Buffer.from(secret).toString('hex')}`);
  const text = `vap_${kind}_${id.replaceAll('-', '').toLowerCase()}_${base62(number, SECRET_LENGTH)}`;
  return text + checksum(text);
}

/** Reads a key; null for what cannot be one (form or checksum), so that a typo costs no query. */
export function parseApiKey(text: string): ParsedApiKey | null {
  const [, kind, hex = ''] = API_KEY.exec(text) ?? [];
  if (kind !== 'live' && kind !== 'intake') return null;
  if (numberOf(text.slice(-CHECKSUM_LENGTH)) !== crc32(text.slice(0, -CHECKSUM_LENGTH))) return null;
  return { kind, id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
}

/**
 * What is stored of a key: SHA-256 of its whole text. A fast hash is right for 256 random bits; compare two
 * of them with `timingSafeEqual`.
 */
export function hashApiKey(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

/** The other way about, for what a double holds. */
function numberOf(digits: string): number {
  let number = 0;
  for (const digit of digits) number = number * BASE62.length + BASE62.indexOf(digit);
  return number;
}

function base62(number: bigint, length: number): string {
  let digits = '';
  for (let rest = number; digits.length < length; rest /= 62n)
    digits = BASE62.charAt(Number(rest % 62n)) + digits;
  return digits;
}
