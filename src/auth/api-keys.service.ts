import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../audit/audit-kinds.js';
import { type Actor, Audit } from '../audit/audit.service.js';
import { formatApiKey, hashApiKey } from '../common/api-key-format.js';
import { Conflict, Forbidden, InvalidRequest, NotFound } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import { pageOf, type Page, type PageQuery } from '../common/page.dto.js';
import type { Tx } from '../database/sql.client.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import type { OrganizationId, Principal } from './principal.js';
import type { Scope } from './scopes.js';

const SECRET_BYTES = 32;

export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  expiresAt?: Date | null;
  /** Makes it an intake key, good for this mapping alone. */
  mappingId?: string;
}

/** Who asks for a key: another key, or a person, with what they may pass on. */
type Grantor = Pick<Principal, 'organizationId' | 'scopes'> & Exclude<Actor, string>;

/** A key just made: the only time its text is known. */
export interface IssuedKey {
  id: string;
  text: string;
  row: ApiKey;
}

/** Makes, lists, rotates and revokes API keys. */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly audit: Audit,
  ) {}

  /** Makes a key for whoever is entitled to any: start-up, the command line, a mapping. */
  async issue(tx: Tx, org: OrganizationId, key: NewKey, actor: Actor = 'system'): Promise<IssuedKey> {
    const id = newId();
    const text = formatApiKey(key.mappingId ? 'intake' : 'live', id, randomBytes(SECRET_BYTES));
    const row = Object.assign(new ApiKey(), {
      organizationId: org,
      id,
      name: key.name,
      hash: hashApiKey(text),
      lastFour: text.slice(-4),
      scopes: [...key.scopes],
      mappingId: key.mappingId ?? null,
      expiresAt: key.expiresAt ?? null,
      revokedAt: null,
      rotatedAt: null,
      lastUsedAt: null,
      createdAt: new Date(),
    });
    await this.keys.save(tx, row);
    await this.note(tx, actor, 'api_key.created', row, { name: row.name, scopes: row.scopes });
    return { id, text, row };
  }

  /** @throws Forbidden when a scope is asked for that the caller does not have, InvalidRequest for a key born expired */
  async create(tx: Tx, caller: Grantor, key: NewKey): Promise<IssuedKey> {
    if (key.expiresAt && key.expiresAt <= new Date()) {
      throw new InvalidRequest('Invalid expires_at', [
        {
          field: 'expires_at',
          in: 'body',
          issue: 'must be in the future',
          received: key.expiresAt.toISOString(),
        },
      ]);
    }
    requireAll(caller, key.scopes);
    return this.issue(tx, caller.organizationId, key, caller);
  }

  async list(org: OrganizationId, query: PageQuery): Promise<Page<ApiKey>> {
    const [keys, total] = await this.keys.list(org, query);
    return pageOf(keys, total, query);
  }

  /** @throws NotFound */
  async read(org: OrganizationId, id: string): Promise<ApiKey> {
    return found(await this.keys.find(org, id));
  }

  /**
   * Makes a successor with the same name and scopes; the old key works until the overlap is over.
   * @throws NotFound, Conflict when the key has a successor or has expired
   */
  async rotate(tx: Tx, caller: Grantor, id: string, overlapSeconds: number): Promise<IssuedKey> {
    const old = await this.findForChange(tx, caller.organizationId, id);
    const now = new Date();
    requireRotatable(old, now);
    requireAll(caller, old.scopes as Scope[]);
    const lastMoment = new Date(now.getTime() + overlapSeconds * 1_000);
    const { expiresAt } = old;
    old.expiresAt = expiresAt && expiresAt < lastMoment ? expiresAt : lastMoment;
    old.rotatedAt = now;
    await this.keys.save(tx, old);
    const successor = { name: old.name, scopes: old.scopes as Scope[], expiresAt };
    await this.note(tx, caller, 'api_key.rotated', old, { overlap_seconds: overlapSeconds });
    return this.issue(tx, caller.organizationId, successor, caller);
  }

  /** Revoking a revoked key changes nothing. @throws NotFound */
  async revoke(tx: Tx, org: OrganizationId, id: string, actor: Actor): Promise<void> {
    const key = await this.findForChange(tx, org, id);
    if (!key.revokedAt) {
      key.revokedAt = new Date();
      await this.keys.save(tx, key);
      await this.note(tx, actor, 'api_key.revoked', key);
    }
  }

  /** Revokes a mapping's own keys; they stop working on every replica within five seconds. */
  async revokeIntakeKeys(tx: Tx, org: OrganizationId, mappingId: string, actor: Actor): Promise<void> {
    for (const key of await this.keys.findIntakeKeys(tx, org, mappingId)) {
      key.revokedAt = new Date();
      await this.keys.save(tx, key);
      await this.note(tx, actor, 'api_key.revoked', key);
    }
  }

  private async findForChange(tx: Tx, org: OrganizationId, id: string): Promise<ApiKey> {
    return found(await this.keys.findForChange(tx, org, id));
  }

  private note(tx: Tx, actor: Actor, action: AuditAction, key: ApiKey, details = {}): Promise<void> {
    const subject = { type: 'api_key', id: key.id };
    return this.audit.record(tx, key.organizationId, actor, {
      action,
      subject,
      details: { key_ends_in: key.lastFour, ...details },
    });
  }
}

function found(key: ApiKey | null): ApiKey {
  if (!key) throw new NotFound('API key');
  return key;
}

/** A second successor would end with the first one's overlap, one of an expired key would never work. */
function requireRotatable(key: ApiKey, now: Date): void {
  if (key.revokedAt) throw new NotFound('API key');
  if (key.rotatedAt) throw new Conflict('api_key_rotated', 'API key was rotated already');
  if (key.expiresAt && key.expiresAt <= now) throw new Conflict('api_key_expired', 'API key has expired');
}

/** A key can only pass on what it may do itself. */
function requireAll(caller: Grantor, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => !caller.scopes.includes(scope)))
    throw new Forbidden('insufficient_scope', 'Insufficient scope');
}
