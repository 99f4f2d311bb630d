import { InvalidRequest, Issue } from './app-error.js';

/** Why the bytes of a body could not be read as what they claim to be. */
export type BodyFault =
  'encoding' | 'syntax' | 'depth' | 'nul' | 'lone_surrogate' | 'not_an_object' | 'file' | 'too_many_fields';

/**
 * 400 `Invalid JSON body` or `Invalid form body`. `fault` says what kind of wrong it is, for logs and for callers that
 * treat kinds differently; `details` tells the sender where. Never carries a piece of the body itself.
 */
export class MalformedBody extends InvalidRequest {
  constructor(
    readonly fault: BodyFault,
    kind: 'JSON' | 'form',
    issue: string,
    field = 'body',
  ) {
    super(`Invalid ${kind} body`, [{ field, in: 'body', issue } satisfies Issue]);
  }
}

/** What is said of text that PostgreSQL could not store as it was sent (`text` has no NUL, UTF-8 no half pair). */
export const BAD_TEXT_ISSUES = {
  nul: 'must not contain a NUL character',
  lone_surrogate: 'must not contain half of a surrogate pair',
} as const satisfies Partial<Record<BodyFault, string>>;

export type BadText = keyof typeof BAD_TEXT_ISSUES;

/** Which fault makes `text` unfit to be stored, or null. */
export function badTextIn(text: string): BadText | null {
  if (text.includes('\0')) return 'nul';
  return text.isWellFormed() ? null : 'lone_surrogate';
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a whole body as strict UTF-8 (RFC 3629): an invalid sequence is a fault and never becomes U+FFFD.
 * One leading byte order mark is dropped, as RFC 8259 section 8.1 allows a reader to.
 */
export function decodeUtf8(bytes: Uint8Array, kind: 'JSON' | 'form'): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new MalformedBody('encoding', kind, 'must be valid UTF-8');
  }
}
