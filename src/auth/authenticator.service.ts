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

/** An unknown key is asked for again after this long, so that a new key works at once. */
const NEGATIVE_CACHE_TTL_MS = 1_000;

const TOUCH_INTERVAL_MS = 5 * 60_000;

/** Compared against when there is no key, so that an unknown key costs what a wrong one costs. */
const NO_KEY_HASH = Buffer.alloc(32);

/** Tells who a pair of credentials belongs to. Every failure is the same failure. */
@Injectable()
export class Authenticator {
  private readonly logger = new Logger('Authenticator');

  /** By organization and key id; misses are kept too (as null), for a shorter time. */
  private readonly keys = new LRUCache<
    string,
    { key: StoredKey | null },
    { org: OrganizationId; keyId: string }
  >({
    max: 10_000,
    ttl: CACHE_TTL_MS,
    // One query for many requests at once: concurrent fetches of one key share their promise.
    fetchMethod: async (_name, _stale, { context, options }) => {
      const key = await this.credentials.find(context.org, context.keyId);
      options.ttl = key ? CACHE_TTL_MS : NEGATIVE_CACHE_TTL_MS;
      return { key };
    },
    // Somebody who tries ten thousand keys at once pushes out what is being asked for; whoever asked still learns it.
    ignoreFetchAbort: true,
  });

  constructor(private readonly credentials: CredentialsRepository) {}

  /** @throws AuthenticationFailed whatever is wrong */
  async authenticate(organizationId: unknown, apiKey: unknown): Promise<Principal> {
    const parsed = typeof apiKey === 'string' ? parseApiKey(apiKey) : null;
    if (!parsed || !isUuid(organizationId)) throw new AuthenticationFailed();
    const org = organizationId.toLowerCase();
    const found = await this.keys.fetch(`${org}:${parsed.id}`, { context: { org, keyId: parsed.id } });
    const key = found?.key ?? null;
    const matches = timingSafeEqual(hashApiKey(apiKey as string), key?.hash ?? NO_KEY_HASH);
    if (!key || !matches || (key.expiresAt && key.expiresAt.getTime() <= Date.now()))
      throw new AuthenticationFailed();
    this.touch(org, key);
    return {
      organizationId: org,
      keyId: key.id,
      keyName: key.name,
      scopes: key.scopes,
      mappingId: key.mappingId,
    };
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
