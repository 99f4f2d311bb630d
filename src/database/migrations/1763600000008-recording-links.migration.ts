import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The links to an organization's recordings: all of them made void by a new epoch, or each by its age. */
export class RecordingLinks1763600000008 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE organizations
        ADD COLUMN recording_link_epoch integer NOT NULL DEFAULT 0,
        ADD COLUMN recording_link_hours integer,
        ADD CONSTRAINT organizations_recording_link_hours_check CHECK (recording_link_hours > 0)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE organizations DROP COLUMN recording_link_epoch, DROP COLUMN recording_link_hours`);
  }
}
