import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service.js';
import { Organizations } from '../auth/organizations.service.js';
import type { Person } from '../auth/person.js';
import type { OrganizationId } from '../auth/principal.js';
import { Conflict, NotFound } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import type { Tx } from '../database/sql.client.js';
import { Jobs } from '../jobs/jobs.service.js';
import { Maintenance } from '../jobs/maintenance.service.js';
import { ContactImport } from './contact-import.entity.js';
import { ContactImportsRepository } from './contact-imports.repository.js';
import { badFile, FILE_LIMITS, rowsIn, type Upload } from './csv-file.client.js';
import type { FileRow, ImportChoices } from './import-plan.js';
import { type ReadRow, readRow, rowReader } from './read-row.js';

/** Rows that are worked through at once: what is said in live calls waits for so many, some milliseconds. */
const ROWS_A_CHUNK = 100;
const CHUNK_CHARACTERS = 1024 * 1024;

/** Contacts from files: taken in, looked at, started. */
@Injectable()
export class ContactImports {
  constructor(
    private readonly imports: ContactImportsRepository,
    private readonly organizations: Organizations,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    maintenance: Maintenance,
  ) {
    maintenance.add({ name: 'contact imports', everySeconds: 3_600, run: (tx) => imports.deleteOld(tx) });
  }

  /**
   * Keeps the rows of a file as they come, so that nothing of it has to be in memory. Nothing is imported yet.
   * @returns the import's id @throws InvalidRequest when it is no file of contacts
   */
  async receive({ organizationId: org, userId }: Person, upload: Upload): Promise<string> {
    const rows = rowsIn(upload);
    const first = await rows.next();
    if (first.done) throw badFile('is empty');
    const headers = headersIn(first.value);
    const id = newId();
    await this.imports.insert({ organizationId: org, id, userId, fileName: upload.fileName, headers });
    try {
      await this.imports.setUploaded(org, id, await this.keep(org, id, rows));
    } catch (error) {
      await this.imports.delete(org, id);
      throw error;
    }
    return id;
  }

  /** @throws NotFound */
  async read(org: OrganizationId, id: string): Promise<ContactImport> {
    return found(await this.imports.find(org, id));
  }

  /** How the first rows would be read. */
  async preview(
    { organizationId: org, id, headers }: ContactImport,
    choices: ImportChoices,
  ): Promise<ReadRow[]> {
    const chunk = await this.imports.firstChunk(org, id);
    const reader = rowReader(headers, choices, await this.organizations.defaultCountry(org));
    return (chunk?.rows ?? []).map((row) => readRow(reader, row));
  }

  /** @throws NotFound, Conflict when it was started already */
  async start(tx: Tx, me: Person, id: string, choices: ImportChoices): Promise<void> {
    const org = me.organizationId;
    const { status, rowCount } = found(await this.imports.findForChange(tx, org, id));
    if (status !== 'uploaded') throw new Conflict('import_started', 'The import was started already');
    await this.imports.update(tx, org, id, { status: 'running', choices });
    await this.jobs.enqueue(tx, 'import-contacts', { organizationId: org, importId: id });
    await this.audit.record(tx, org, me, {
      action: 'contact.imported',
      subject: { type: 'contact_import', id },
      details: { rows: rowCount },
    });
  }

  /** @returns how many rows there are */
  private async keep(org: OrganizationId, id: string, rows: AsyncIterable<FileRow>): Promise<number> {
    let chunk: FileRow[] = [];
    let [size, count, position] = [0, 0, 0];
    for await (const row of rows) {
      chunk.push(row);
      count += 1;
      size += row.reduce<number>((sum, cell) => sum + String(cell).length, 0);
      if (chunk.length < ROWS_A_CHUNK && size < CHUNK_CHARACTERS) continue;
      await this.imports.insertChunk(org, id, position, chunk);
      [chunk, size, position] = [[], 0, position + 1];
    }
    if (chunk.length > 0) await this.imports.insertChunk(org, id, position, chunk);
    if (count === 0) throw badFile('has no rows below the first, which names the columns');
    return count;
  }
}

function headersIn([, ...cells]: FileRow): string[] {
  if (cells.length > FILE_LIMITS.columns) throw badFile(`has more than ${FILE_LIMITS.columns} columns`);
  return cells.map((cell) => cell.trim().slice(0, 200));
}

function found(file: ContactImport | null): ContactImport {
  if (!file) throw new NotFound('Import');
  return file;
}
