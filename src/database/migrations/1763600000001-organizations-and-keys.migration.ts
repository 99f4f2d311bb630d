import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations, their API keys and the audit log. */
export class OrganizationsAndKeys1763600000001 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE organizations (
        id uuid NOT NULL,
        name text NOT NULL,
        default_country text NOT NULL DEFAULT 'US',
        allowed_countries text[] NOT NULL DEFAULT '{US,CA}',
        require_existing_contact boolean NOT NULL DEFAULT false,
        max_concurrent_calls integer NOT NULL DEFAULT 10,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT organizations_pkey PRIMARY KEY (id),
        CONSTRAINT organizations_name_check CHECK (length(name) BETWEEN 1 AND 200),
        CONSTRAINT organizations_max_concurrent_calls_check CHECK (max_concurrent_calls >= 0)
      )`);
    await db.query(`
      CREATE TABLE api_keys (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        hash bytea NOT NULL,
        last_four text NOT NULL,
        scopes text[] NOT NULL DEFAULT '{}',
        mapping_id uuid,
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        rotated_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT api_keys_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
      )`);
    await db.query(`
      CREATE TABLE audit_log (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        action text NOT NULL,
        actor_type text NOT NULL,
        actor_id uuid,
        subject_type text NOT NULL,
        subject_id text,
        details jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT audit_log_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT audit_log_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
      )`);
    await db.query(`CREATE INDEX audit_log_created_at_idx ON audit_log (organization_id, created_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE audit_log`);
    await db.query(`DROP TABLE api_keys`);
    await db.query(`DROP TABLE organizations`);
  }
}
