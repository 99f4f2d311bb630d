import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls by the account that they were made with; few organizations have their own. */
export class CallsOfCarrierAccounts1763600000023 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE calls VALIDATE CONSTRAINT calls_carrier_account_id_fkey`);
    await db.query(
      `CREATE INDEX calls_carrier_account_id_idx ON calls (organization_id, carrier_account_id)
        WHERE carrier_account_id IS NOT NULL`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX calls_carrier_account_id_idx`);
  }
}
