import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the log of events show those that failed to arrive somewhere. What has not failed is in no index of this. */
export class FailedEvents1763600000175 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX webhook_deliveries_failed_event_idx
        ON webhook_deliveries (organization_id, event_id, event_type) WHERE state = 'failed'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX webhook_deliveries_failed_event_idx`);
  }
}
