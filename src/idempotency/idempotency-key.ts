import { createHash } from 'node:crypto';
import { InvalidRequest } from '../common/app-error.js';

/** 1 to 255 visible ASCII characters (0x21–0x7E). */
const KEY = /^[\x21-\x7e]{1,255}$/;

export const isIdempotencyKey = (key: string): boolean => KEY.test(key);

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest();
};

/** Where a key is valid: one organization, method and path; the intake adds its mapping. */
export const scopeHash = (scope: {
  organizationId: string;
  method: string;
  path: string;
  mappingId?: string;
  key: string;
}): Buffer => sha256(scope.organizationId, scope.method, scope.path, scope.mappingId ?? '', scope.key);

/** What makes two requests the same one. */
export const requestHash = (body: Uint8Array): Buffer => sha256(body);

/** One request that carries an `Idempotency-Key`. */
export interface IdempotentRequest {
  organizationId: string;
  keyHash: Buffer;
  requestHash: Buffer;
}

/** Where a request goes and what it says, for the key it may carry. */
export interface KeyedRequest {
  organizationId: string;
  method: string;
  path: string;
  mappingId?: string;
  /** The header as it came; absent, the request is not idempotent. */
  key: unknown;
  body: Uint8Array;
}

/** @throws InvalidRequest for a key that is none */
export function idempotentRequest({ key, body, ...scope }: KeyedRequest): IdempotentRequest | null {
  if (key === undefined) return null;
  if (typeof key !== 'string' || !isIdempotencyKey(key)) {
    throw new InvalidRequest('Invalid Idempotency-Key', [
      { field: 'idempotency-key', in: 'header', issue: 'must be 1 to 255 visible ASCII characters' },
    ]);
  }
  const { organizationId } = scope;
  return { organizationId, keyHash: scopeHash({ ...scope, key }), requestHash: requestHash(body) };
}
