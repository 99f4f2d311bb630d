import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What stands between a request and its effect: the event outbox, idempotency keys, rate limits. */
export class Edges1763600000005 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE events (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        type text NOT NULL,
        call_id uuid,
        contact_id uuid,
        sequence integer,
        data text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT events_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
      )`);
    await db.query(
      `CREATE UNIQUE INDEX events_call_id_sequence_key ON events (organization_id, call_id, sequence) WHERE call_id IS NOT NULL`,
    );
    await db.query(
      `CREATE INDEX events_contact_id_idx ON events (organization_id, contact_id) WHERE contact_id IS NOT NULL`,
    );
    await db.query(`CREATE INDEX events_created_at_idx ON events (created_at)`);
    await db.query(`
      CREATE TABLE idempotency_keys (
        organization_id uuid NOT NULL,
        key_hash bytea NOT NULL,
        request_hash bytea NOT NULL,
        status integer NOT NULL,
        answer bytea NOT NULL,
        contact_id uuid,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_keys_pkey PRIMARY KEY (organization_id, key_hash),
        CONSTRAINT idempotency_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
      )`);
    await db.query(`CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at)`);
    await db.query(
      `CREATE INDEX idempotency_keys_contact_id_idx ON idempotency_keys (organization_id, contact_id) WHERE contact_id IS NOT NULL`,
    );
    await db.query(`
      CREATE UNLOGGED TABLE rate_limits (
        key text NOT NULL,
        window_start timestamptz(3) NOT NULL,
        used integer NOT NULL,
        CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE rate_limits`);
    await db.query(`DROP TABLE idempotency_keys`);
    await db.query(`DROP TABLE events`);
  }
}
