import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { stringify } from 'csv-stringify';
import type { Response } from 'express';
import { Audit } from '../audit/audit.service.js';
import { Me, PageStream } from '../auth/page.decorator.js';
import type { Person } from '../auth/person.js';
import { Transactions } from '../database/transactions.service.js';
import { CSV_HEADER, csvRow } from './contact-csv.js';
import { filterIn } from './contact-filter.js';
import { ContactListsRepository } from './contact-lists.repository.js';
import type { ContactRow } from './contact.presenter.js';

/** The contacts of a list as a file. */
@Controller('settings/contacts/export')
@PageStream()
export class ContactExportController {
  constructor(
    private readonly lists: ContactListsRepository,
    private readonly transactions: Transactions,
    private readonly audit: Audit,
  ) {}

  /** Sends batch by batch, as fast as the reader takes it. */
  @Get()
  async export(
    @Me() me: Person,
    @Query() query: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    const org = me.organizationId;
    const subject = { type: 'organization', id: org };
    await this.transactions.run((tx) =>
      this.audit.record(tx, org, me, { action: 'contact.exported', subject }),
    );
    const batches = this.lists.batches(org, filterIn(query));
    // Asked for before anything is sent: a failure can still be told.
    const first = await batches.next();
    response.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="contacts-${new Date().toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    });
    const lines = Readable.from(rowsOf(first.done ? [] : first.value, batches));
    await pipeline(lines, stringify({ bom: true, record_delimiter: 'windows' }), response);
  }
}

async function* rowsOf(
  first: readonly ContactRow[],
  rest: AsyncGenerator<ContactRow[]>,
): AsyncGenerator<string[]> {
  yield CSV_HEADER;
  yield* first.map(csvRow);
  for await (const contacts of rest) yield* contacts.map(csvRow);
}
