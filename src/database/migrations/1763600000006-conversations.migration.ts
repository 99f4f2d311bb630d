import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations: one row a relay socket, and what was said and done on it, kept until the record is written. */
export class Conversations1763600000006 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE relay_sessions (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        call_id uuid NOT NULL,
        carrier_session_id text NOT NULL,
        owner text NOT NULL,
        opened_at timestamptz(3) NOT NULL,
        lease_until timestamptz(3) NOT NULL,
        closed_at timestamptz(3),
        outcome text,
        CONSTRAINT relay_sessions_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT relay_sessions_call_id_fkey FOREIGN KEY (organization_id, call_id)
          REFERENCES calls (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT relay_sessions_outcome_check CHECK (outcome IN ('agent-ended', 'customer-ended', 'transferred',
          'voicemail', 'silence', 'max-duration', 'opted-out', 'model-failed', 'dropped', 'drained', 'lost'))
      )`);
    await db.query(`CREATE INDEX relay_sessions_call_id_idx ON relay_sessions (organization_id, call_id)`);
    await db.query(
      `CREATE INDEX relay_sessions_lease_idx ON relay_sessions (lease_until) WHERE closed_at IS NULL`,
    );
    await db.query(`
      CREATE TABLE conversation_entries (
        organization_id uuid NOT NULL,
        call_id uuid NOT NULL,
        seq integer NOT NULL,
        kind text NOT NULL,
        data jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT conversation_entries_pkey PRIMARY KEY (organization_id, call_id, seq),
        CONSTRAINT conversation_entries_call_id_fkey FOREIGN KEY (organization_id, call_id)
          REFERENCES calls (organization_id, id) ON DELETE CASCADE
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE conversation_entries`);
    await db.query(`DROP TABLE relay_sessions`);
  }
}
