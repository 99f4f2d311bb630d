import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Organizations } from '../auth/organizations.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { violates } from '../common/database-errors.js';
import { newId } from '../common/new-id.adapter.js';
import { DoNotCallList } from '../contacts/do-not-call.service.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import type { Job } from '../jobs/job.js';
import { Jobs } from '../jobs/jobs.service.js';
import type { JobData } from '../jobs/queues.js';
import type { ContactImportChunk } from './contact-import-chunk.entity.js';
import { ContactImport } from './contact-import.entity.js';
import { type ChunkCounts, ContactImportsRepository } from './contact-imports.repository.js';
import { NO_CHOICES } from './import-preview.js';
import { ImportStore, type StoredContact } from './import-store.repository.js';
import { mergeRows } from './merge-rows.js';
import { type ReadRow, readRow, rowReader } from './read-row.js';

type ImportJob = Job<JobData['import-contacts']>;

const AT_ONCE = 2;
const AT_ONCE_EACH = 1;

/** How often a chunk is begun anew because others have just made, or merged, one of its contacts. */
const MOST_ATTEMPTS = 5;

/** Works files through, chunk by chunk: each commits its contacts, events, problems and counts together. */
@Injectable()
export class ContactImportWorker implements OnModuleInit {
  constructor(
    private readonly imports: ContactImportsRepository,
    private readonly organizations: Organizations,
    private readonly store: ImportStore,
    private readonly doNotCall: DoNotCallList,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.work('import-contacts', {
      atOnce: AT_ONCE,
      atOnceEach: AT_ONCE_EACH,
      run: (job) => this.run(job),
      gaveUp: (job) => this.gaveUp(job),
    });
  }

  private async run(job: ImportJob): Promise<void> {
    const { organizationId: org, importId } = job.data;
    for (let attempt = 1; ;) {
      job.signal.throwIfAborted();
      try {
        if (!(await this.transactions.run((tx) => this.step(tx, org, importId, job)))) return;
        attempt = 1;
      } catch (error) {
        attempt += 1;
        if (!isOvertaken(error) || attempt > MOST_ATTEMPTS) throw error;
      }
    }
  }

  /** Does what is next. @returns whether there may be more */
  private async step(tx: Tx, org: OrganizationId, id: string, job: ImportJob): Promise<boolean> {
    const file = await this.imports.findForChange(tx, org, id);
    if (file?.status !== 'running') return false;
    const chunk = await this.imports.firstChunk(org, id, tx);
    if (chunk) {
      await this.work(tx, file, chunk);
      return true;
    }
    await this.imports.update(tx, org, id, { status: 'completed', finishedAt: new Date() });
    await job.settle(tx);
    return false;
  }

  private async work(tx: Tx, file: ContactImport, chunk: ContactImportChunk): Promise<void> {
    const { organizationId: org } = file;
    const choices = { ...NO_CHOICES, ...file.choices };
    const reader = rowReader(file.headers, choices, await this.organizations.defaultCountry(org, tx));
    const rows = chunk.rows.map((row) => readRow(reader, row));
    const numbers = [...new Set(rows.flatMap(({ phone }) => phone ?? []))];
    const known = await this.store.hold(tx, org, numbers);
    const { contacts, statuses } = mergeRows(known, rows, choices.onDuplicate);
    const isNew = (contact: { id: string | null }) => contact.id === null;
    const made = contacts
      .filter(isNew)
      .map(({ phone, state }): StoredContact => ({ id: newId(), phone, state }));
    const changed = contacts.filter(
      (one): one is typeof one & { id: string } => !isNew(one) && one.isChanged,
    );
    await this.store.insert(tx, org, made);
    await this.store.update(tx, org, changed);
    await this.forbid(tx, file, rows);
    await this.store.tell(tx, org, 'contact.created', made);
    await this.store.tell(tx, org, 'contact.updated', changed);
    await this.imports.settle(tx, chunk, countsOf(rows, statuses), problemsOf(rows));
  }

  private async forbid(
    tx: Tx,
    { organizationId: org, userId }: ContactImport,
    rows: readonly ReadRow[],
  ): Promise<void> {
    for (const { phone, isNotToBeCalled } of rows) {
      if (phone === null || !isNotToBeCalled) continue;
      await this.doNotCall.add(
        tx,
        org,
        { userId },
        { number: phone, callId: null, reason: null, source: 'import' },
      );
    }
  }

  private async gaveUp({ data: { organizationId: org, importId } }: ImportJob): Promise<void> {
    await this.transactions.run((tx) =>
      this.imports.update(tx, org, importId, { status: 'failed', finishedAt: new Date() }),
    );
  }
}

const isOvertaken = (error: unknown): boolean =>
  violates(error, 'contacts_phone_key') || violates(error, 'contacts_phone_not_merged');

const countsOf = (rows: readonly ReadRow[], statuses: readonly string[]): ChunkCounts => {
  const count = (status: string): number => statuses.filter((one) => one === status).length;
  return {
    done: rows.length,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    refused: rows.length - statuses.length,
  };
};

const problemsOf = (rows: readonly ReadRow[]) =>
  rows.flatMap(({ rowNumber, phone, problems }) =>
    problems.map(({ header, issue }, place) => ({
      rowNumber,
      place,
      header,
      issue,
      isRefused: phone === null,
    })),
  );
