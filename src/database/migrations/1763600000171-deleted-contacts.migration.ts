import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers of deleted contacts, so that what is still kept of a person is found when the person asks to be forgotten. */
export class DeletedContacts1763600000171 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE deleted_contacts (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        number text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT deleted_contacts_pkey PRIMARY KEY (organization_id, id, number),
        CONSTRAINT deleted_contacts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
      )`);
    await db.query(`CREATE INDEX deleted_contacts_number_idx ON deleted_contacts (organization_id, number)`);
    await db.query(`CREATE INDEX deleted_contacts_created_at_idx ON deleted_contacts (created_at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE deleted_contacts`);
  }
}
