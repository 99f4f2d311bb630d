import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Res } from '@nestjs/common';
import { stringify } from 'csv-stringify';
import type { Response } from 'express';
import { Me, Needs, PageStream } from '../auth/page.decorator.js';
import type { Person } from '../auth/person.js';
import type { OrganizationId } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { guarded } from '../contacts/csv-guard.js';
import { ContactImportsRepository } from './contact-imports.repository.js';
import { ContactImports } from './contact-imports.service.js';

const BATCH = 1_000;

/** What was wrong with the rows of a file, as a file. */
@Controller('settings/contact-imports/:id/problems')
@PageStream()
export class ContactImportReportController {
  constructor(
    private readonly imports: ContactImports,
    private readonly rows: ContactImportsRepository,
  ) {}

  @Get()
  @Needs('change')
  async download(
    @Me() { organizationId }: Person,
    @IdParam('Import') id: string,
    @Res() response: Response,
  ): Promise<void> {
    await this.imports.read(organizationId, id);
    response.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="import-problems.csv"',
      'Cache-Control': 'no-store',
    });
    const lines = Readable.from(this.lines(organizationId, id));
    await pipeline(lines, stringify({ bom: true, record_delimiter: 'windows' }), response);
  }

  private async *lines(org: OrganizationId, id: string): AsyncGenerator<string[]> {
    yield ['row', 'column', 'problem', 'imported'];
    let problems = await this.rows.problems(org, id, null, BATCH);
    while (problems.length > 0) {
      yield* problems.map(({ rowNumber, header, issue, isRefused }) => [
        String(rowNumber),
        guarded(header ?? ''),
        issue,
        isRefused ? 'no' : 'without this value',
      ]);
      const last = problems.at(-1);
      problems = last && problems.length === BATCH ? await this.rows.problems(org, id, last, BATCH) : [];
    }
  }
}
