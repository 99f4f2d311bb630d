import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row a living process, so that one that stops knows whether another can take up its conversations. */
export class Replicas1763600000011 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE replicas (
        id text NOT NULL,
        seen_at timestamptz(3) NOT NULL,
        CONSTRAINT replicas_pkey PRIMARY KEY (id)
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE replicas`);
  }
}
