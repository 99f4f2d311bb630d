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

  /** The key of that organization, unless it was revoked. */
  async find(org: OrganizationId, keyId: string): Promise<StoredKey | null> {
    const [key] = await sql<StoredKey>(
      this.db,
      `SELECT id, name, hash, scopes, mapping_id AS "mappingId", expires_at AS "expiresAt",
              last_used_at AS "lastUsedAt"
         FROM api_keys
        WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL`,
      [org, keyId],
    );
    return key ?? null;
  }

  async touch(org: OrganizationId, keyId: string): Promise<void> {
    await sql(this.db, `UPDATE api_keys SET last_used_at = now() WHERE organization_id = $1 AND id = $2`, [
      org,
      keyId,
    ]);
  }
}
