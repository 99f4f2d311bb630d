import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who sign in: who they are, what they may do in which organization, where they are signed in. */
export class People1763600000016 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE users (
        id uuid NOT NULL,
        email text NOT NULL,
        password_hash text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT users_pkey PRIMARY KEY (id),
        CONSTRAINT users_email_key UNIQUE (email),
        CONSTRAINT users_email_check CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254)
      )`);
    await db.query(`
      CREATE TABLE memberships (
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        role text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT memberships_pkey PRIMARY KEY (organization_id, user_id),
        CONSTRAINT memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
        CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id),
        CONSTRAINT memberships_role_check CHECK (role IN ('owner', 'admin', 'viewer'))
      )`);
    await db.query(`CREATE INDEX memberships_user_id_idx ON memberships (user_id)`);
    await db.query(`
      CREATE TABLE sessions (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        token_hash bytea NOT NULL,
        user_agent text,
        address text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT sessions_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT sessions_membership_fkey FOREIGN KEY (organization_id, user_id)
          REFERENCES memberships (organization_id, user_id) ON DELETE CASCADE,
        CONSTRAINT sessions_token_hash_key UNIQUE (token_hash)
      )`);
    await db.query(`CREATE INDEX sessions_user_id_idx ON sessions (organization_id, user_id)`);
    await db.query(`
      CREATE TABLE sign_in_links (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        kind text NOT NULL,
        token_hash bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT sign_in_links_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT sign_in_links_membership_fkey FOREIGN KEY (organization_id, user_id)
          REFERENCES memberships (organization_id, user_id) ON DELETE CASCADE,
        CONSTRAINT sign_in_links_token_hash_key UNIQUE (token_hash),
        CONSTRAINT sign_in_links_kind_check CHECK (kind IN ('invite', 'reset', 'sign-in'))
      )`);
    await db.query(`CREATE INDEX sign_in_links_user_id_idx ON sign_in_links (organization_id, user_id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE sign_in_links`);
    await db.query(`DROP TABLE sessions`);
    await db.query(`DROP TABLE memberships`);
    await db.query(`DROP TABLE users`);
  }
}
