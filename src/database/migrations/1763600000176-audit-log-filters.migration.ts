import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the audit log show what a person did, or what was done about things of one kind, or both, in its order and without
 * going through the rest. Whoever has no id, the service and the command line, is found by the kind of actor.
 */
export class AuditLogFilters1763600000176 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [name, columns] of INDEXES)
      await db.query(`CREATE INDEX ${name} ON audit_log (organization_id, ${columns}, created_at, id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await db.query(`DROP INDEX ${name}`);
  }
}

const ACTOR = `coalesce(actor_id::text, actor_type)`;
const KIND = `split_part(action, '.', 1)`;

const INDEXES = [
  ['audit_log_actor_idx', `(${ACTOR})`],
  ['audit_log_kind_idx', `(${KIND})`],
  ['audit_log_actor_kind_idx', `(${ACTOR}), (${KIND})`],
] as const;
