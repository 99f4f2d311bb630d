import { Controller, Get, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ImportFormPage } from '../../views/contacts/import-form.js';
import { ImportPage } from '../../views/contacts/import.js';
import { ImportPreviewPage } from '../../views/contacts/import-preview.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, TakesFile, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { IdParam } from '../common/id-param.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { SKIPPED } from '../webhook-mappings/mapping-findings.js';
import type { ContactImport } from './contact-import.entity.js';
import type { ContactImportProblem } from './contact-import-problem.entity.js';
import { ContactImportsRepository } from './contact-imports.repository.js';
import { ContactImports } from './contact-imports.service.js';
import { openUpload } from './csv-file.client.js';
import { choicesIn, choiceWords, filledIn, NO_CHOICES, previewView } from './import-preview.js';

const PATH = '/settings/contact-imports';
const NEWEST_SHOWN = 10;
const PROBLEMS_SHOWN = 50;

const ImportId = () => IdParam('Import');

/** Contacts from files: uploaded, looked at, imported. */
@Controller(PATH)
@PageAuth()
export class ContactImportPagesController {
  constructor(
    private readonly imports: ContactImports,
    private readonly rows: ContactImportsRepository,
  ) {}

  @Get()
  @Needs('change')
  form(@Visit() visit: PageVisit, @Me() me: Person): Promise<PageAnswer> {
    return this.uploadForm(visit, me, []);
  }

  @Post()
  @TakesFile()
  async upload(@Visit() visit: PageVisit, @Me() me: Person, @Req() request: Request): Promise<PageAnswer> {
    const id = await orShowAgain(
      async () => this.imports.receive(me, await openUpload(request, visit.isOurs)),
      (problems, status) => this.uploadForm(visit, me, problems, status),
    );
    return goTo(`${PATH}/${id}`);
  }

  @Get(':id')
  @Needs('change')
  async look(@Visit() visit: PageVisit, @Me() me: Person, @ImportId() id: string): Promise<PageAnswer> {
    const file = await this.imports.read(me.organizationId, id);
    return file.status === 'uploaded' ? this.preview(visit, file, []) : this.progress(visit, file);
  }

  @Post(':id')
  async start(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @ImportId() id: string,
  ): Promise<PageAnswer> {
    const file = await this.imports.read(me.organizationId, id);
    await orShowAgain(
      () => this.imports.start(tx, me, id, choicesIn(visit.form)),
      (problems, status) => this.preview(visit, file, problems, status),
    );
    return goTo(`${PATH}/${id}`);
  }

  private async uploadForm(
    visit: PageVisit,
    { organizationId }: Person,
    problems: FormProblem[],
    status?: number,
  ): Promise<PageAnswer> {
    const newest = await this.rows.newest(organizationId, NEWEST_SHOWN);
    return show(visit, ImportFormPage, { files: newest.map(fileView), problems }, status);
  }

  private async preview(
    visit: PageVisit,
    file: ContactImport,
    problems: FormProblem[],
    status?: number,
  ): Promise<PageAnswer> {
    const choices = problems.length > 0 ? filledIn(visit.form) : NO_CHOICES;
    const rows = await this.imports.preview(file, choices);
    return show(
      visit,
      ImportPreviewPage,
      { file: fileView(file), ...previewView(file, rows, choices), problems },
      status,
    );
  }

  private async progress(visit: PageVisit, file: ContactImport): Promise<PageAnswer> {
    const [problems, uploadedBy] = await Promise.all([
      this.rows.problems(file.organizationId, file.id, null, PROBLEMS_SHOWN + 1),
      this.rows.uploader(file),
    ]);
    return show(visit, ImportPage, {
      file: fileView(file),
      uploadedBy,
      finishedAt: file.finishedAt,
      choices: choiceWords({ ...NO_CHOICES, ...file.choices }),
      problems: problems.slice(0, PROBLEMS_SHOWN).map(problemView),
      hasMore: problems.length > PROBLEMS_SHOWN,
    });
  }
}

/** What became of the value or the row stands beside it. */
const problemView = ({ rowNumber, header, issue, isRefused }: ContactImportProblem) => ({
  rowNumber,
  header,
  isRefused,
  issue: issue.replace(SKIPPED, ''),
});

const words = (count: number): string => count.toLocaleString('en');

const fileView = (file: ContactImport) => ({
  id: file.id,
  name: file.fileName,
  status: file.status,
  createdAt: file.createdAt,
  rows: words(file.rowCount),
  share: file.rowCount === 0 ? 0 : file.doneCount / file.rowCount,
  done: words(file.doneCount),
  created: words(file.createdCount),
  updated: words(file.updatedCount),
  unchanged: words(file.unchangedCount),
  refused: words(file.refusedCount),
});
