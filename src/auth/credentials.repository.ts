import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sql } from '../database/sql.client.js';
import type { OrganizationId } from './principal.js';
import type { Scope } from './scopes.js';

export interface StoredKey {
  id: string;
  name: string;
  hash: Buffer;
  scopes: Scope[];
  mappingId: string | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

@Injectable()
export class CredentialsRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * The key of that organization, unless it was revoked. The database answers with a row in any case, of nulls when there
   * is none, so that how much there is to read tells nobody which it was.
   */
  async find(org: OrganizationId, keyId: string): Promise<StoredKey | null> {
    const [key] = await sql<StoredKey | Record<keyof StoredKey, null>>(
      this.db,
      `SELECT key.id, key.name, key.hash, key.scopes, key.mapping_id AS "mappingId", key.expires_at AS "expiresAt",
              key.last_used_at AS "lastUsedAt"
         FROM (VALUES ($1::uuid, $2::uuid)) AS asked (organization_id, id)
         LEFT JOIN api_keys key ON key.organization_id = asked.organization_id AND key.id = asked.id
                               AND key.revoked_at IS NULL`,
      [org, keyId],
    );
    return key?.id ? key : null;
  }

  async touch(org: OrganizationId, keyId: string): Promise<void> {
    await sql(this.db, `UPDATE api_keys SET last_used_at = now() WHERE organization_id = $1 AND id = $2`, [
      org,
      keyId,
    ]);
  }
}
