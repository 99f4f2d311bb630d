import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sending again what failed at an endpoint since a time, as something that goes on by itself and can be watched. */
export class Recoveries1763600000020 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhook_recoveries (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        endpoint_id uuid NOT NULL,
        since timestamptz(3) NOT NULL,
        requeued integer NOT NULL DEFAULT 0,
        last_position bigint NOT NULL DEFAULT 0,
        finished_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT webhook_recoveries_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT webhook_recoveries_endpoint_id_fkey FOREIGN KEY (organization_id, endpoint_id)
          REFERENCES webhook_endpoints (organization_id, id) ON DELETE CASCADE
      )`);
    await db.query(
      `CREATE INDEX webhook_recoveries_endpoint_id_idx ON webhook_recoveries (organization_id, endpoint_id, id)`,
    );
    await db.query(`CREATE INDEX webhook_recoveries_created_at_idx ON webhook_recoveries (created_at)`);
    await db.query(`ALTER TABLE webhook_deliveries ADD COLUMN recovery_id uuid`);
    await db.query(
      `CREATE INDEX webhook_deliveries_recovery_id_idx
        ON webhook_deliveries (organization_id, recovery_id, state) WHERE recovery_id IS NOT NULL`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhook_deliveries DROP COLUMN recovery_id`);
    await db.query(`DROP TABLE webhook_recoveries`);
  }
}
