import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Chats in which an agent is tried out: no call, no contact, forgotten soon. */
export class Chats1763600000021 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE chats (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        agent_id uuid NOT NULL,
        agent_version integer NOT NULL,
        variables jsonb NOT NULL DEFAULT '{}',
        entries jsonb NOT NULL DEFAULT '[]',
        answering_until timestamptz(3),
        outcome text,
        destination text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT chats_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT chats_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
        CONSTRAINT chats_agent_id_fkey FOREIGN KEY (organization_id, agent_id)
          REFERENCES agents (organization_id, id) ON DELETE CASCADE
      )`);
    await db.query(`CREATE INDEX chats_agent_id_idx ON chats (organization_id, agent_id)`);
    await db.query(`CREATE INDEX chats_expires_at_idx ON chats (expires_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE chats`);
  }
}
