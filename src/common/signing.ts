import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deriveKey, type SecretKeys } from './secret-keys.js';

const SECRET_PREFIX = 'whsec_';

/** A webhook that goes out: its id (the same at every attempt), the time of this attempt, the exact body. */
export interface WebhookMessage {
  id: string;
  timestamp: Date;
  body: string | Uint8Array;
}

/** The signing secret of a webhook endpoint as its owner sees it; 24 to 64 random bytes. */
export function formatWebhookSecret(bytes: Uint8Array): string {
  if (bytes.length < 24 || bytes.length > 64) throw new RangeError('A webhook secret has 24 to 64 bytes');
  return SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}

/**
 * The three headers of the Standard Webhooks specification (symmetric, `v1`). With several secrets, as during
 * a rotation, the signature header carries one signature for each, so that receivers with either one verify.
 */
export const webhookHeaders = (message: WebhookMessage, secrets: readonly string[]) =>
  signedHeaders(message, secrets.map(webhookKey));

/** The same with keys made before: for whoever signs many messages. */
export function signedHeaders(message: WebhookMessage, keys: readonly WebhookKey[]) {
  const timestamp = String(Math.floor(message.timestamp.getTime() / 1000));
  const signatures = keys.map(
    (key) => `v1,${hmac(key, `${message.id}.${timestamp}.`, message.body).toString('base64')}`,
  );
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * What signs the requests that an organization's agents make, the current key's first: its HTTP tools and post-call
 * requests. Derived, so that it is the same everywhere and needs no keeping; another one for each SECRET_KEY.
 */
export function organizationSecrets(keys: SecretKeys, organizationId: string): string[] {
  const secretOf = (key: string): string => formatWebhookSecret(deriveKey(key, `requests:${organizationId}`));
  return [keys.current, ...keys.previous].map(secretOf);
}

/** A webhook secret, ready to sign with. */
export type WebhookKey = KeyObject;

export function webhookKey(secret: string): WebhookKey {
  if (!secret.startsWith(SECRET_PREFIX)) throw new TypeError(`A webhook secret starts with ${SECRET_PREFIX}`);
  return createSecretKey(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'));
}

/**
 * Signs what we put into URLs and get back: carrier callbacks, relay sockets, recording links, cursors.
 * The same parts give the same token at every call; each purpose has a key of its own. An expiry, where there
 * is one, is a part, given beside the token in the URL and judged by the caller.
 */
export class TokenSigner {
  readonly #keys: readonly [KeyObject, ...KeyObject[]];

  /** Signs with the current key; tokens of the previous ones stay valid until those are taken away. */
  constructor(keys: SecretKeys, purpose: string) {
    const key = (secret: string) => createSecretKey(deriveKey(secret, `token:${purpose}`));
    this.#keys = [key(keys.current), ...keys.previous.map(key)];
  }

  /** The token for these parts: 43 characters that can stand in a path or a query as they are. */
  sign(...parts: readonly string[]): string {
    return token(this.#keys[0], parts);
  }

  /** Whether the token was made by `sign` for exactly these parts; takes the same time wherever they differ. */
  verify(given: string, ...parts: readonly string[]): boolean {
    const bytes = Buffer.from(given);
    return this.#keys.some((key) => sameBytes(bytes, Buffer.from(token(key, parts))));
  }
}

/** JSON of an array says where each part ends: ('ab','c') and ('a','bc') differ. */
function token(key: KeyObject, parts: readonly string[]): string {
  return hmac(key, JSON.stringify(parts)).toString('base64url');
}

/** A KeyObject makes this six times as fast as the bytes of the key would. */
function hmac(key: KeyObject, text: string, more: string | Uint8Array = ''): Buffer {
  return createHmac('sha256', key).update(text).update(more).digest();
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
