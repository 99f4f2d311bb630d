import { hkdfSync } from 'node:crypto';

/** The service's secret, and older ones that what they made must still be readable with. */
export interface SecretKeys {
  current: string;
  previous: readonly string[];
}

const MIN_LENGTH = 32;
const MIN_DISTINCT = 8;

/**
 * What is wrong with a SECRET_KEY, or null. It is used as it stands (no slow password hash), so it has to be
 * hard to guess itself: `openssl rand -hex 32` makes a good one.
 */
export function secretKeyProblem(text: string): string | null {
  if (text.length < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`;
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes(','))
    return 'must be visible ASCII without spaces and commas';
  const distinct = new Set(text).size;
  // A text that occurs in its own double before the second half is a shorter one repeated.
  const repeated = `${text}${text}`.indexOf(text, 1) < text.length;
  return distinct < MIN_DISTINCT || repeated ? 'is too regular; make a random one' : null;
}

/** The keys of SECRET_KEY_PREVIOUS, a comma-separated list, newest first. */
export function listKeys(text = ''): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
}

/** A key of 32 bytes for one purpose; keys of two purposes tell nothing of each other (HKDF, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'voice-agent-platform', purpose, 32));
}
