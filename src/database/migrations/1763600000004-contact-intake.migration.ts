import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhook mappings and the log of what was posted to them. */
export class ContactIntake1763600000004 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhook_mappings (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        action_type text NOT NULL DEFAULT 'create_contact',
        field_mappings jsonb NOT NULL DEFAULT '[]',
        static_values jsonb NOT NULL DEFAULT '[]',
        static_tags text[] NOT NULL DEFAULT '{}',
        on_duplicate text NOT NULL DEFAULT 'fill_missing',
        status text NOT NULL DEFAULT 'active',
        version integer NOT NULL DEFAULT 1,
        intake_key_id uuid NOT NULL,
        intake_key_sealed bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT webhook_mappings_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT webhook_mappings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
        CONSTRAINT webhook_mappings_name_check CHECK (length(name) BETWEEN 1 AND 200),
        CONSTRAINT webhook_mappings_action_type_check CHECK (action_type IN ('create_contact')),
        CONSTRAINT webhook_mappings_status_check CHECK (status IN ('active', 'inactive')),
        CONSTRAINT webhook_mappings_on_duplicate_check CHECK (on_duplicate IN ('fill_missing', 'overwrite', 'skip'))
      )`);
    await db.query(
      `CREATE INDEX webhook_mappings_created_at_idx ON webhook_mappings (organization_id, created_at DESC, id DESC)`,
    );
    await db.query(`
      CREATE TABLE intake_requests (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        mapping_id uuid NOT NULL,
        received_at timestamptz(3) NOT NULL,
        outcome text NOT NULL,
        reason_code text,
        reason text,
        status integer NOT NULL,
        content_type text,
        payload text,
        payload_bytes integer NOT NULL DEFAULT 0,
        result jsonb NOT NULL DEFAULT '{}',
        contact_id uuid,
        replay_of uuid,
        duration_ms integer,
        CONSTRAINT intake_requests_pkey PRIMARY KEY (organization_id, id) INCLUDE (payload_bytes),
        CONSTRAINT intake_requests_mapping_id_fkey FOREIGN KEY (organization_id, mapping_id)
          REFERENCES webhook_mappings (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT intake_requests_contact_id_fkey FOREIGN KEY (organization_id, contact_id)
          REFERENCES contacts (organization_id, id) ON DELETE SET NULL (contact_id),
        CONSTRAINT intake_requests_outcome_check CHECK (outcome IN ('created', 'updated', 'unchanged', 'rejected'))
      )`);
    await db.query(`CREATE INDEX intake_requests_mapping_id_idx
      ON intake_requests (organization_id, mapping_id, received_at DESC, id DESC) INCLUDE (outcome)`);
    await db.query(
      `CREATE INDEX intake_requests_contact_id_idx ON intake_requests (organization_id, contact_id)`,
    );
    await db.query(`CREATE INDEX intake_requests_received_at_idx ON intake_requests (received_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE intake_requests`);
    await db.query(`DROP TABLE webhook_mappings`);
  }
}
