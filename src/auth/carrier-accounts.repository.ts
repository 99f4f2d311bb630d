import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { sql, type Tx } from '../database/sql.client.js';
import { CarrierAccount } from './carrier-account.entity.js';
import type { OrganizationId } from './principal.js';

/** A call that is not over. */
const LIVE = `status IN ('scheduled', 'queued', 'ringing', 'in-progress')`;

@Injectable()
export class CarrierAccountsRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** All whose token is kept, the current one among them. */
  kept(org: OrganizationId): Promise<CarrierAccount[]> {
    return this.db.manager.find(CarrierAccount, {
      where: { organizationId: org, authTokenSealed: Not(IsNull()) },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  /** Those that calls of these organizations begin with. */
  current(orgs: readonly OrganizationId[]): Promise<CarrierAccount[]> {
    return this.db.manager.findBy(CarrierAccount, { organizationId: In([...orgs]), retiredAt: IsNull() });
  }

  currentForChange(tx: Tx, org: OrganizationId): Promise<CarrierAccount | null> {
    return tx.findOneBy(CarrierAccount, { organizationId: org, retiredAt: IsNull() });
  }

  /** By the carrier's own name of it. */
  named(tx: Tx, org: OrganizationId, accountSid: string): Promise<CarrierAccount | null> {
    return tx.findOneBy(CarrierAccount, { organizationId: org, accountSid });
  }

  /** One that calls begin with no more, and whose token is kept. */
  former(db: DataSource | Tx, org: OrganizationId, id: string): Promise<CarrierAccount | null> {
    const manager = db instanceof DataSource ? db.manager : db;
    return manager.findOneBy(CarrierAccount, {
      organizationId: org,
      id,
      retiredAt: Not(IsNull()),
      authTokenSealed: Not(IsNull()),
    });
  }

  async save(tx: Tx, account: CarrierAccount): Promise<void> {
    await tx.save(CarrierAccount, account);
  }

  async remove(tx: Tx, { organizationId, id }: CarrierAccount): Promise<void> {
    await tx.delete(CarrierAccount, { organizationId, id });
  }

  /** Whether any call was ever made with it. */
  isUsed(tx: Tx, account: CarrierAccount): Promise<boolean> {
    return this.hasCalls(tx, account, 'true');
  }

  /** Whether a call that is not over was made with it. */
  isBusy(tx: Tx, account: CarrierAccount): Promise<boolean> {
    return this.hasCalls(tx, account, LIVE);
  }

  private async hasCalls(
    tx: Tx,
    { organizationId, id }: CarrierAccount,
    condition: string,
  ): Promise<boolean> {
    const rows = await sql(
      tx,
      `SELECT 1 FROM calls WHERE organization_id = $1 AND carrier_account_id = $2 AND ${condition} LIMIT 1`,
      [organizationId, id],
    );
    return rows.length > 0;
  }
}
