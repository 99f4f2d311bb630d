import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Agents with their versions and phone numbers; contacts, do-not-call, campaigns. */
export class AgentsAndContacts1763600000002 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await createAgents(db);
    await createContacts(db);
    await db.query(`
      CREATE TABLE campaigns (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT campaigns_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT campaigns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of ['campaigns', 'do_not_call', 'contacts', 'phone_numbers', 'agent_versions', 'agents'])
      await db.query(`DROP TABLE ${table}`);
  }
}

async function createAgents(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE agents (
      organization_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      status text NOT NULL DEFAULT 'active',
      version integer NOT NULL DEFAULT 1,
      config jsonb NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT agents_pkey PRIMARY KEY (organization_id, id),
      CONSTRAINT agents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
      CONSTRAINT agents_status_check CHECK (status IN ('active', 'inactive')),
      CONSTRAINT agents_name_check CHECK (length(name) BETWEEN 1 AND 200)
    )`);
  await db.query(`CREATE INDEX agents_created_at_idx ON agents (organization_id, created_at DESC, id DESC)`);
  await db.query(`
    CREATE TABLE agent_versions (
      organization_id uuid NOT NULL,
      agent_id uuid NOT NULL,
      version integer NOT NULL,
      name text NOT NULL,
      config jsonb NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT agent_versions_pkey PRIMARY KEY (organization_id, agent_id, version),
      CONSTRAINT agent_versions_agent_id_fkey FOREIGN KEY (organization_id, agent_id)
        REFERENCES agents (organization_id, id) ON DELETE CASCADE
    )`);
  await db.query(`
    CREATE TABLE phone_numbers (
      organization_id uuid NOT NULL,
      id uuid NOT NULL,
      number text NOT NULL,
      label text,
      agent_id uuid,
      is_default boolean NOT NULL DEFAULT false,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT phone_numbers_pkey PRIMARY KEY (organization_id, id),
      CONSTRAINT phone_numbers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
      CONSTRAINT phone_numbers_agent_id_fkey FOREIGN KEY (organization_id, agent_id)
        REFERENCES agents (organization_id, id) ON DELETE SET NULL (agent_id),
      CONSTRAINT phone_numbers_number_key UNIQUE (organization_id, number),
      CONSTRAINT phone_numbers_number_check CHECK (number ~ '^\\+[1-9][0-9]{6,14}$')
    )`);
  await db.query(
    `CREATE UNIQUE INDEX phone_numbers_default_key ON phone_numbers (organization_id) WHERE is_default`,
  );
  await db.query(`CREATE INDEX phone_numbers_agent_id_idx ON phone_numbers (organization_id, agent_id, id)`);
}

async function createContacts(db: QueryRunner): Promise<void> {
  await db.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm`);
  await db.query(`
    CREATE TABLE contacts (
      organization_id uuid NOT NULL,
      id uuid NOT NULL,
      phone text NOT NULL,
      first_name text,
      last_name text,
      email text,
      company text,
      country_code text,
      timezone text,
      crm_id text,
      crm_source text,
      tags text[] NOT NULL DEFAULT '{}',
      variables jsonb NOT NULL DEFAULT '{}',
      source text NOT NULL,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT contacts_pkey PRIMARY KEY (organization_id, id),
      CONSTRAINT contacts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
      CONSTRAINT contacts_phone_key UNIQUE (organization_id, phone),
      CONSTRAINT contacts_phone_check CHECK (phone ~ '^\\+[1-9][0-9]{6,14}$'),
      CONSTRAINT contacts_source_check CHECK (source IN ('intake', 'api', 'call', 'import'))
    )`);
  await db.query(
    `CREATE INDEX contacts_created_at_idx ON contacts (organization_id, created_at DESC, id DESC)`,
  );
  await db.query(`CREATE INDEX contacts_email_idx ON contacts (organization_id, lower(email))`);
  await db.query(`CREATE INDEX contacts_tags_idx ON contacts USING gin (tags)`);
  // One text per contact that the search looks into; the query repeats this expression to the letter.
  await db.query(`CREATE INDEX contacts_search_idx ON contacts USING gin ((lower(
      coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' ' ||
      coalesce(company, '') || ' ' || phone)) gin_trgm_ops)`);
  await db.query(`
    CREATE TABLE do_not_call (
      organization_id uuid NOT NULL,
      number text NOT NULL,
      source text NOT NULL,
      reason text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT do_not_call_pkey PRIMARY KEY (organization_id, number),
      CONSTRAINT do_not_call_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
    )`);
}
