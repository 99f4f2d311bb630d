import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets every outcome of a mapping's log be listed by itself, also one that is rare in a long log. */
export class IntakeOutcomes1763600000172 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX intake_requests_outcome_idx
      ON intake_requests (organization_id, mapping_id, outcome, received_at DESC, id DESC)`);
    await db.query(`DROP INDEX intake_requests_rejected_idx`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX intake_requests_rejected_idx
      ON intake_requests (organization_id, mapping_id, received_at DESC, id DESC) WHERE outcome = 'rejected'`);
    await db.query(`DROP INDEX intake_requests_outcome_idx`);
  }
}
