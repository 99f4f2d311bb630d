import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An action that a call caused is found again by its key; an organization can bring its own language model. */
export class ToolsAndModels1763600000010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE action_executions ADD COLUMN idempotency_key text`);
    await db.query(`
      CREATE UNIQUE INDEX action_executions_idempotency_key_key
        ON action_executions (organization_id, call_id, idempotency_key) WHERE idempotency_key IS NOT NULL`);
    await db.query(`
      ALTER TABLE organizations
        ADD COLUMN llm_base_url text,
        ADD COLUMN llm_model text,
        ADD COLUMN llm_api_key_sealed bytea,
        ADD COLUMN llm_api_key_last_four text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE organizations
        DROP COLUMN llm_base_url,
        DROP COLUMN llm_model,
        DROP COLUMN llm_api_key_sealed,
        DROP COLUMN llm_api_key_last_four`);
    await db.query(`DROP INDEX action_executions_idempotency_key_key`);
    await db.query(`ALTER TABLE action_executions DROP COLUMN idempotency_key`);
  }
}
