import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { deriveKey, type SecretKeys } from './secret-keys.js';

/** Where a secret stands. It is bound to its ciphertext, which cannot be read in any other place. */
export interface SecretPlace {
  organizationId: string;
  table: string;
  column: string;
  /** The row's id within the organization. */
  id: string;
}

/** Why a ciphertext cannot be read; for the log, there is nothing a user could do. */
const UNREADABLE = {
  malformed: 'is not a sealed secret',
  unknown_key: 'was sealed with a key that is neither SECRET_KEY nor in SECRET_KEY_PREVIOUS',
  altered: 'was altered, or sealed for another row',
} as const;

export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';

  constructor(
    readonly reason: keyof typeof UNREADABLE,
    place: SecretPlace,
  ) {
    super(`The secret ${place.table}.${place.column} of ${place.id} ${UNREADABLE[reason]}`);
  }
}

// Sealed: version (1 byte), key id (8), nonce (12), AES-256-GCM ciphertext, tag (16).
const VERSION = 1;
/** Two secrets with the same bytes up to here were sealed with the same key. */
export const KEY_ID_END = 9;
const KEY_ID = { start: 1, end: KEY_ID_END };
const NONCE = { start: 9, end: 21 };
const TAG_LENGTH = 16;

interface BoxKey {
  id: Buffer;
  key: KeyObject;
}

/**
 * Secrets at rest, encrypted with SECRET_KEY. Rotation works while the service runs: it seals with the current
 * key and opens with any it knows; rows that are not `isCurrent` are sealed anew when it suits, and then
 * SECRET_KEY_PREVIOUS can go. Random nonces are safe for 2^32 secrets a key (NIST SP 800-38D, section 8.3).
 * A service, not a pure file: the nonce is drawn here, where no caller can give the same one twice.
 */
export class SecretBox {
  readonly #keys: readonly [BoxKey, ...BoxKey[]];

  constructor(keys: SecretKeys) {
    this.#keys = [boxKey(keys.current), ...keys.previous.map(boxKey)];
  }

  /** Encrypts a text for one place. */
  seal(plain: string, place: SecretPlace): Buffer {
    const [{ id, key }] = this.#keys;
    const nonce = randomBytes(NONCE.end - NONCE.start);
    const header = Buffer.concat([Buffer.from([VERSION]), id, nonce]);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(header, place));
    return Buffer.concat([header, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** The text that was sealed for this place; throws SecretUnreadable. */
  open(sealed: Buffer, place: SecretPlace): string {
    if (!wellFormed(sealed)) throw new SecretUnreadable('malformed', place);
    const known = this.#keys.find(({ id }) => id.equals(keyIdOf(sealed)));
    if (!known) throw new SecretUnreadable('unknown_key', place);
    const text = decrypt(known.key, sealed, place);
    if (text === null) throw new SecretUnreadable('altered', place);
    return text;
  }

  /** Whether one of the keys sealed it. */
  knows(sealed: Buffer): boolean {
    return wellFormed(sealed) && this.#keys.some(({ id }) => id.equals(keyIdOf(sealed)));
  }

  /** Whether the current key sealed it; if not, open and seal it again before the old key is taken away. */
  isCurrent(sealed: Buffer): boolean {
    return wellFormed(sealed) && this.#keys[0].id.equals(keyIdOf(sealed));
  }
}

function decrypt(key: KeyObject, sealed: Buffer, place: SecretPlace): string | null {
  const header = sealed.subarray(0, NONCE.end);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(NONCE.start, NONCE.end), {
    authTagLength: TAG_LENGTH,
  });
  decipher.setAAD(boundTo(header, place)).setAuthTag(sealed.subarray(-TAG_LENGTH));
  const text = decipher.update(sealed.subarray(NONCE.end, -TAG_LENGTH));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null; // the tag does not fit: GCM tells no more
  }
}

function boundTo(header: Buffer, { organizationId, table, column, id }: SecretPlace): Buffer {
  return Buffer.concat([header, Buffer.from(JSON.stringify([organizationId, table, column, id]))]);
}

/** The key id is derived like a key, so it names the key without telling anything of it. */
function boxKey(secret: string): BoxKey {
  return {
    id: deriveKey(secret, 'secret-box:id').subarray(0, KEY_ID.end - KEY_ID.start),
    key: createSecretKey(deriveKey(secret, 'secret-box')),
  };
}

function wellFormed(sealed: Buffer): boolean {
  return sealed.length >= NONCE.end + TAG_LENGTH && sealed[0] === VERSION;
}

function keyIdOf(sealed: Buffer): Buffer {
  return sealed.subarray(KEY_ID.start, KEY_ID.end);
}
