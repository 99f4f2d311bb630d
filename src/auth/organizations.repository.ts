import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sql, type Tx } from '../database/sql.client.js';
import { Organization } from './organization.entity.js';
import type { OrganizationId } from './principal.js';

/** The organizations themselves: the one table whose rows belong to no organization. */
@Injectable()
export class OrganizationsRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  find(id: OrganizationId): Promise<Organization | null> {
    return this.db.manager.findOneBy(Organization, { id });
  }

  async defaultCountry(id: OrganizationId, db: DataSource | Tx = this.db): Promise<string | null> {
    const statement = `SELECT default_country AS country FROM organizations WHERE id = $1`;
    const [row] = await sql<{ country: string }>(db, statement, [id]);
    return row?.country ?? null;
  }

  /** The organization, locked until the transaction ends. */
  findForChange(tx: Tx, id: OrganizationId): Promise<Organization | null> {
    return tx.findOne(Organization, { where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  list({ limit, offset }: { limit: number; offset: number }): Promise<[Organization[], number]> {
    return this.db.manager.findAndCount(Organization, {
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
      skip: offset,
    });
  }

  async save(tx: Tx, organization: Organization): Promise<void> {
    await tx.save(Organization, organization);
  }

  async touch(tx: Tx, id: OrganizationId): Promise<void> {
    await tx.update(Organization, { id }, { updatedAt: new Date() });
  }

  async dismissFirstSteps(tx: Tx, id: OrganizationId): Promise<void> {
    await tx.update(Organization, { id }, { firstStepsDismissedAt: new Date() });
  }

  async restoreFirstSteps(tx: Tx, id: OrganizationId): Promise<void> {
    await tx.update(Organization, { id }, { firstStepsDismissedAt: null });
  }
}
