import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { type Tx } from '../database/sql.client.js';
import { ApiKey } from './api-key.entity.js';
import type { OrganizationId } from './principal.js';

/** Keys of the organization itself; the keys of its mappings belong to the mappings. */
@Injectable()
export class ApiKeysRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  list(
    org: OrganizationId,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<[ApiKey[], number]> {
    return this.db.manager.findAndCount(ApiKey, {
      where: { organizationId: org, mappingId: IsNull() },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
      skip: offset,
    });
  }

  find(org: OrganizationId, id: string): Promise<ApiKey | null> {
    return this.db.manager.findOneBy(ApiKey, { organizationId: org, id, mappingId: IsNull() });
  }

  /** The key, locked until the transaction ends. */
  findForChange(tx: Tx, org: OrganizationId, id: string): Promise<ApiKey | null> {
    return tx.findOne(ApiKey, {
      where: { organizationId: org, id, mappingId: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** The keys of a mapping that still work, locked until the transaction ends. */
  findIntakeKeys(tx: Tx, org: OrganizationId, mappingId: string): Promise<ApiKey[]> {
    return tx.find(ApiKey, {
      where: { organizationId: org, mappingId, revokedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
  }

  async save(tx: Tx, key: ApiKey): Promise<void> {
    await tx.save(ApiKey, key);
  }
}
