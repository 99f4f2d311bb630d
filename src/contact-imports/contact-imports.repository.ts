import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { ContactImportChunk } from './contact-import-chunk.entity.js';
import { ContactImportProblem } from './contact-import-problem.entity.js';
import { ContactImport } from './contact-import.entity.js';
import type { FileRow } from './import-plan.js';

/** What working through a chunk adds up to. */
export interface ChunkCounts {
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
}

/** Files, their rows that wait, and what was wrong with them. */
@Injectable()
export class ContactImportsRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async insert(
    file: Pick<ContactImport, 'organizationId' | 'id' | 'userId' | 'fileName' | 'headers'>,
  ): Promise<void> {
    await this.db.getRepository(ContactImport).insert(file);
  }

  async insertChunk(org: OrganizationId, importId: string, position: number, rows: FileRow[]): Promise<void> {
    await sql(
      this.db,
      `INSERT INTO contact_import_chunks (organization_id, import_id, position, rows) VALUES ($1, $2, $3, $4)`,
      [org, importId, position, JSON.stringify(rows)],
    );
  }

  async setUploaded(org: OrganizationId, id: string, rowCount: number): Promise<void> {
    await this.db
      .getRepository(ContactImport)
      .update({ organizationId: org, id }, { status: 'uploaded', rowCount });
  }

  async delete(org: OrganizationId, id: string): Promise<void> {
    await this.db.getRepository(ContactImport).delete({ organizationId: org, id });
  }

  find(org: OrganizationId, id: string): Promise<ContactImport | null> {
    return this.db.getRepository(ContactImport).findOneBy({ organizationId: org, id });
  }

  /** The address of who uploaded it; null when that person is gone. */
  async uploader({ organizationId: org, id }: ContactImport): Promise<string | null> {
    const [uploader] = await sql<{ email: string }>(
      this.db,
      `SELECT u.email FROM contact_imports file JOIN users u ON u.id = file.user_id
        WHERE file.organization_id = $1 AND file.id = $2`,
      [org, id],
    );
    return uploader?.email ?? null;
  }

  findForChange(tx: Tx, org: OrganizationId, id: string): Promise<ContactImport | null> {
    return tx.findOne(ContactImport, {
      where: { organizationId: org, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async update(tx: Tx, org: OrganizationId, id: string, changes: Partial<ContactImport>): Promise<void> {
    await tx.update(ContactImport, { organizationId: org, id }, changes);
  }

  /** The newest, for a page. */
  newest(org: OrganizationId, limit: number): Promise<ContactImport[]> {
    return this.db.getRepository(ContactImport).find({
      where: { organizationId: org },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
  }

  /** The rows that are next; null when all are done. */
  async firstChunk(
    org: OrganizationId,
    importId: string,
    db: DataSource | Tx = this.db,
  ): Promise<ContactImportChunk | null> {
    const [chunk] = await sql<ContactImportChunk>(
      db,
      `SELECT organization_id AS "organizationId", import_id AS "importId", position, rows
         FROM contact_import_chunks WHERE organization_id = $1 AND import_id = $2 ORDER BY position LIMIT 1`,
      [org, importId],
    );
    return chunk ?? null;
  }

  /** The chunk is done: its rows go, what they came to is added up. */
  async settle(
    tx: Tx,
    { organizationId: org, importId, position }: ContactImportChunk,
    { done, created, updated, unchanged, refused }: ChunkCounts,
    problems: readonly Omit<ContactImportProblem, 'organizationId' | 'importId'>[],
  ): Promise<void> {
    await tx.delete(ContactImportChunk, { organizationId: org, importId, position });
    await sql(
      tx,
      `UPDATE contact_imports SET done_count = done_count + $3, created_count = created_count + $4,
              updated_count = updated_count + $5, unchanged_count = unchanged_count + $6,
              refused_count = refused_count + $7
        WHERE organization_id = $1 AND id = $2`,
      [org, importId, done, created, updated, unchanged, refused],
    );
    await sql(
      tx,
      `INSERT INTO contact_import_problems (organization_id, import_id, row_number, place, header, issue, is_refused)
       SELECT $1, $2, "rowNumber", place, header, issue, "isRefused" FROM json_to_recordset($3::json) AS problem (
         "rowNumber" integer, place integer, header text, issue text, "isRefused" boolean)`,
      [org, importId, JSON.stringify(problems)],
    );
  }

  /** Problems behind a row, in the file's order. */
  problems(
    org: OrganizationId,
    importId: string,
    after: { rowNumber: number; place: number } | null,
    limit: number,
  ): Promise<ContactImportProblem[]> {
    const { rowNumber, place } = after ?? { rowNumber: 0, place: 0 };
    return sql<ContactImportProblem>(
      this.db,
      `SELECT row_number AS "rowNumber", place, header, issue, is_refused AS "isRefused"
         FROM contact_import_problems
        WHERE organization_id = $1 AND import_id = $2 AND (row_number, place) > ($3, $4)
        ORDER BY row_number, place LIMIT $5`,
      [org, importId, rowNumber, place, limit],
    );
  }

  /** Files that nobody started, and what is left of old ones. @returns whether there may be more */
  async deleteOld(tx: Tx): Promise<boolean> {
    const deleted = await sql(
      tx,
      `DELETE FROM contact_imports WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM contact_imports
          WHERE created_at < now() - interval '30 days'
             OR (status IN ('uploading', 'uploaded') AND created_at < now() - interval '1 day')
          LIMIT 1 FOR UPDATE SKIP LOCKED)) RETURNING 1`,
    );
    return deleted.length > 0;
  }
}
