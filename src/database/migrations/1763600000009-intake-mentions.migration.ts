import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What refused requests say of people, so that whoever is forgotten is found in them without reading them all. */
export class IntakeMentions1763600000009 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE intake_requests ADD COLUMN mentions text[] NOT NULL DEFAULT '{}'`);
    await db.query(`
      UPDATE intake_requests SET mentions = ARRAY(
        SELECT right(regexp_replace(number[1], '\\D', '', 'g'), 7)
          FROM regexp_matches(payload, '(\\d(?:[\\s()./-]{0,3}\\d){6,})', 'g') number
        UNION
        SELECT lower(address[1])
          FROM regexp_matches(payload, '([^\\s@"''<>(),;:]+@[^\\s@"''<>(),;:]+)', 'g') address)
       WHERE outcome = 'rejected' AND payload IS NOT NULL`);
    await db.query(
      `CREATE INDEX intake_requests_mentions_idx ON intake_requests USING gin (mentions) WHERE mentions <> '{}'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX intake_requests_mentions_idx`);
    await db.query(`ALTER TABLE intake_requests DROP COLUMN mentions`);
  }
}
