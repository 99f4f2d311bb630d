import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who made a version of an agent, and whether the agent was active in it; of older versions nobody knows. */
export class AgentVersionAuthors1763600000015 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE agent_versions
        ADD COLUMN status text,
        ADD COLUMN actor_type text,
        ADD COLUMN actor_id uuid,
        ADD CONSTRAINT agent_versions_status_check CHECK (status IN ('active', 'inactive'))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE agent_versions DROP COLUMN status, DROP COLUMN actor_type, DROP COLUMN actor_id`);
  }
}
