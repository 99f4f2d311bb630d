import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a person took a call over from its agent. */
export class Transfers1763600000007 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE calls ADD COLUMN transferred_at timestamptz(3)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE calls DROP COLUMN transferred_at`);
  }
}
