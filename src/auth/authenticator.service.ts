import { timingSafeEqual } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { hashApiKey, parseApiKey } from '../common/api-key-format.js';
import { AuthenticationFailed } from '../common/app-error.js';
import { isUuid } from '../common/readings.js';
import { CredentialsRepository, type StoredKey } from './credentials.repository.js';
import type { OrganizationId, Principal } from './principal.js';

/** A revoked key works on no replica after this long; one second less than promised, for a slow query. */
const CACHE_TTL_MS = 4_000;

/** What was refused is looked up again after this long, so that a new key works at once. */
const REFUSED_TTL_MS = 1_000;

const TOUCH_INTERVAL_MS = 5 * 60_000;

/** Compared against when there is no key, so that an unknown key costs what a wrong one costs. */
const NO_KEY_HASH = Buffer.alloc(32);

/** Well-formed credentials. */
interface Claim {
  org: OrganizationId;
  keyId: string;
  /** Of the key's whole text. */
  hash: Buffer;
}

/**
 * Tells who a pair of credentials belongs to. Every failure is the same failure, and takes the same time: what is
 * remembered is remembered of an organization and a key's whole text, so that nobody who lacks the secret meets what is
 * remembered of the key.
 */
@Injectable()
export class Authenticator {
  private readonly logger = new Logger('Authenticator');

  /** By organization and the key's hash; refusals are kept too (as null), for a shorter time. */
  private readonly keys = new LRUCache<string, { key: StoredKey | null }, Claim>({
    max: 10_000,
    ttl: CACHE_TTL_MS,
    // One query for many requests at once: concurrent fetches of one key share their promise.
    fetchMethod: async (_name, _stale, { context, options }) => {
      const key = await this.judge(context);
      options.ttl = key ? CACHE_TTL_MS : REFUSED_TTL_MS;
      return { key };
    },
    // Somebody who tries ten thousand keys at once pushes out what is being asked for; whoever asked still learns it.
    ignoreFetchAbort: true,
  });

  constructor(private readonly credentials: CredentialsRepository) {}

  /** @throws AuthenticationFailed whatever is wrong */
  async authenticate(organizationId: unknown, apiKey: unknown): Promise<Principal> {
    const claim = claimOf(organizationId, apiKey);
    if (!claim) throw new AuthenticationFailed();
    const { org, hash } = claim;
    const name = `${org}:${hash.toString('base64')}`;
    // What is remembered needs no promise of its own.
    const found = this.keys.get(name) ?? (await this.keys.fetch(name, { context: claim }));
    const key = found?.key;
    // It may have expired while it was remembered.
    if (!key || isOver(key)) throw new AuthenticationFailed();
    this.touch(org, key);
    return {
      organizationId: org,
      keyId: key.id,
      keyName: key.name,
      scopes: key.scopes,
      mappingId: key.mappingId,
    };
  }

  private async judge({ org, keyId, hash }: Claim): Promise<StoredKey | null> {
    const key = await this.credentials.find(org, keyId);
    const matches = timingSafeEqual(hash, key?.hash ?? NO_KEY_HASH);
    return key && matches && !isOver(key) ? key : null;
  }

  /** Nobody waits for it, and a failure loses only a "last used". */
  private touch(org: OrganizationId, key: StoredKey): void {
    const now = new Date();
    if (now.getTime() - (key.lastUsedAt?.getTime() ?? 0) > TOUCH_INTERVAL_MS) {
      key.lastUsedAt = now;
      this.credentials.touch(org, key.id).catch((error: unknown) => {
        this.logger.warn(`last use of a key was not recorded: ${String(error)}`);
      });
    }
  }
}

/** What is claimed; null for what cannot be true, whatever is stored: its form or its checksum is wrong. */
function claimOf(organizationId: unknown, apiKey: unknown): Claim | null {
  if (typeof apiKey !== 'string' || !isUuid(organizationId)) return null;
  const parsed = parseApiKey(apiKey);
  return parsed && { org: organizationId.toLowerCase(), keyId: parsed.id, hash: hashApiKey(apiKey) };
}

const isOver = ({ expiresAt }: StoredKey): boolean => expiresAt !== null && expiresAt.getTime() <= Date.now();
