import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contacts that were merged into others, whose numbers still lead to whom they became; the audit log by its subject. */
export class MergedContacts1763600000017 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE merged_contacts (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        contact_id uuid NOT NULL,
        number text NOT NULL,
        email text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT merged_contacts_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT merged_contacts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
        CONSTRAINT merged_contacts_contact_id_fkey FOREIGN KEY (organization_id, contact_id)
          REFERENCES contacts (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT merged_contacts_number_key UNIQUE (organization_id, number)
      )`);
    await db.query(
      `CREATE INDEX merged_contacts_contact_id_idx ON merged_contacts (organization_id, contact_id)`,
    );
    await db.query(
      `CREATE INDEX merged_contacts_search_idx ON merged_contacts USING gin (number gin_trgm_ops)`,
    );
    // A number leads to one contact: the one that has it, or the one that was merged with who had it. An insert that
    // waited for a merge sees it here, after the unique index has let it pass; tried again, it finds the contact.
    await db.query(`
      CREATE FUNCTION refuse_merged_number() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM merged_contacts merged
                    WHERE merged.organization_id = NEW.organization_id AND merged.number = NEW.phone) THEN
          RAISE 'the number leads to another contact' USING ERRCODE = '40001', CONSTRAINT = 'contacts_phone_not_merged';
        END IF;
        RETURN NULL;
      END $$`);
    await db.query(`
      CREATE TRIGGER contacts_phone_not_merged AFTER INSERT OR UPDATE OF phone ON contacts
        FOR EACH ROW EXECUTE FUNCTION refuse_merged_number()`);
    await db.query(
      `CREATE INDEX audit_log_subject_idx ON audit_log (organization_id, subject_type, subject_id, created_at)`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX audit_log_subject_idx`);
    await db.query(`DROP TRIGGER contacts_phone_not_merged ON contacts`);
    await db.query(`DROP FUNCTION refuse_merged_number`);
    await db.query(`DROP TABLE merged_contacts`);
  }
}
