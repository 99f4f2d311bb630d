import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a recovery begin at its `since`, whatever has failed before. What has not failed is in no index of this. */
export class RecoveriesByTime1763600000173 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX webhook_deliveries_failed_since_idx
        ON webhook_deliveries (organization_id, endpoint_id, created_at, position) WHERE state = 'failed'`,
    );
    // One that is under way begins at its beginning again: what it has put in the queue has not failed any more.
    await db.query(`ALTER TABLE webhook_recoveries ADD COLUMN last_created_at timestamptz(3)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhook_recoveries DROP COLUMN last_created_at`);
    await db.query(`DROP INDEX webhook_deliveries_failed_since_idx`);
  }
}
