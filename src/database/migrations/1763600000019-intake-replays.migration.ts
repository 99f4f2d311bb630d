import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Posting many refused requests again, as something that goes on by itself and can be watched; deleting mappings. */
export class IntakeReplays1763600000019 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE intake_replays (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        mapping_id uuid NOT NULL,
        since timestamptz(3),
        request_ids uuid[],
        total integer NOT NULL,
        accepted integer NOT NULL DEFAULT 0,
        refused integer NOT NULL DEFAULT 0,
        refusals jsonb NOT NULL DEFAULT '{}',
        last_received_at timestamptz(3),
        last_id uuid,
        finished_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT intake_replays_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT intake_replays_mapping_id_fkey FOREIGN KEY (organization_id, mapping_id)
          REFERENCES webhook_mappings (organization_id, id) ON DELETE CASCADE
      )`);
    await db.query(
      `CREATE INDEX intake_replays_mapping_id_idx ON intake_replays (organization_id, mapping_id, id)`,
    );
    await db.query(`CREATE INDEX intake_replays_created_at_idx ON intake_replays (created_at)`);
    await db.query(`CREATE INDEX intake_requests_rejected_idx
      ON intake_requests (organization_id, mapping_id, received_at DESC, id DESC) WHERE outcome = 'rejected'`);
    await db.query(`CREATE INDEX intake_requests_replay_of_idx
      ON intake_requests (organization_id, replay_of) WHERE replay_of IS NOT NULL`);
    await db.query(`ALTER TABLE webhook_mappings ADD COLUMN deleted_at timestamptz(3)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DELETE FROM webhook_mappings WHERE deleted_at IS NOT NULL`);
    await db.query(`ALTER TABLE webhook_mappings DROP COLUMN deleted_at`);
    await db.query(`DROP INDEX intake_requests_replay_of_idx`);
    await db.query(`DROP INDEX intake_requests_rejected_idx`);
    await db.query(`DROP TABLE intake_replays`);
  }
}
