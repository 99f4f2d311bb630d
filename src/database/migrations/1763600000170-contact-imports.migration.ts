import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of contacts: what was uploaded and is still to be worked through, and what came of it. */
export class ContactImports1763600000170 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE contact_imports (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        file_name text NOT NULL,
        status text NOT NULL DEFAULT 'uploading',
        headers jsonb NOT NULL,
        choices jsonb NOT NULL DEFAULT '{}',
        row_count integer NOT NULL DEFAULT 0,
        done_count integer NOT NULL DEFAULT 0,
        created_count integer NOT NULL DEFAULT 0,
        updated_count integer NOT NULL DEFAULT 0,
        unchanged_count integer NOT NULL DEFAULT 0,
        refused_count integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        finished_at timestamptz(3),
        CONSTRAINT contact_imports_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT contact_imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
        CONSTRAINT contact_imports_status_check
          CHECK (status IN ('uploading', 'uploaded', 'running', 'completed', 'failed'))
      )`);
    await db.query(
      `CREATE INDEX contact_imports_created_at_idx ON contact_imports (organization_id, created_at, id)`,
    );
    await db.query(`
      CREATE TABLE contact_import_chunks (
        organization_id uuid NOT NULL,
        import_id uuid NOT NULL,
        position integer NOT NULL,
        rows jsonb NOT NULL,
        CONSTRAINT contact_import_chunks_pkey PRIMARY KEY (organization_id, import_id, position),
        CONSTRAINT contact_import_chunks_import_id_fkey FOREIGN KEY (organization_id, import_id)
          REFERENCES contact_imports (organization_id, id) ON DELETE CASCADE
      )`);
    await db.query(`
      CREATE TABLE contact_import_problems (
        organization_id uuid NOT NULL,
        import_id uuid NOT NULL,
        row_number integer NOT NULL,
        place integer NOT NULL,
        header text,
        issue text NOT NULL,
        is_refused boolean NOT NULL,
        CONSTRAINT contact_import_problems_pkey PRIMARY KEY (organization_id, import_id, row_number, place),
        CONSTRAINT contact_import_problems_import_id_fkey FOREIGN KEY (organization_id, import_id)
          REFERENCES contact_imports (organization_id, id) ON DELETE CASCADE
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE contact_import_problems, contact_import_chunks, contact_imports`);
  }
}
