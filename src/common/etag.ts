import { hash } from 'node:crypto';

/** 120 bits of the hash, as base64url characters. */
const HASH_LENGTH = 20;

/** One element of a list of entity tags: whether it is weak, and its opaque part (RFC 9110, section 8.8.3). */
const ENTITY_TAG = /(?:^|,)[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?=,|$)/g;

/**
 * The entity tag of an answer: `W/"<version>.<hash>"` for a row that has a version, else `W/"<hash>"`.
 * Weak, because a proxy may pack the body. SHA-1 is no defence here, it only tells two bodies apart.
 */
export function entityTag(body: string | Buffer, version?: number): string {
  const digest = hash('sha1', body, 'base64url').slice(0, HASH_LENGTH);
  return version === undefined ? `W/"${digest}"` : `W/"${version}.${digest}"`;
}

/**
 * Whether an If-None-Match header lets the answer through: true sends it, false is 304. No header lets it
 * through, `*` never does for a thing that exists, else weak comparison (RFC 9110, sections 8.8.3.2, 13.1.2).
 */
export function matchesNone(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return true;
  if (ifNoneMatch.trim() === '*') return false;
  return !opaqueTags(ifNoneMatch).includes(opaqueTags(tag)[0] ?? '');
}

/**
 * The row versions that an If-Match header admits: null for no condition, `*` for any version of a thing that
 * exists, else those of its tags; an empty list (foreign or malformed tags) admits none and is 412.
 * RFC 9110 compares If-Match strongly, which no weak tag passes; the version decides here, so that a client
 * may send back the very tag it was given, weak or made weak by a proxy.
 */
export function versionOfIfMatch(ifMatch: string | undefined): number[] | '*' | null {
  if (ifMatch === undefined) return null;
  if (ifMatch.trim() === '*') return '*';
  return opaqueTags(ifMatch).flatMap((opaque) => {
    const version = /^(\d{1,15})\.[\w-]+$/.exec(opaque)?.[1];
    return version ? [Number(version)] : [];
  });
}

/** The opaque parts of all well-formed tags of a list. */
function opaqueTags(header: string): string[] {
  return Array.from(header.matchAll(ENTITY_TAG), (match) => match[2] ?? '');
}
