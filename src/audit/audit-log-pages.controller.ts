import { Controller, Get, Query } from '@nestjs/common';
import { AuditLogPage } from '../../views/audit/audit-log.js';
import type { PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { pagePlaceText, readPagePlace } from '../auth/page-place.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { askedAudit, auditAddress, filterOf } from './audit-filter.js';
import { AUDIT_KINDS } from './audit-kinds.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditSubjects } from './audit-subjects.repository.js';
import { lineView } from './audit-words.js';

const PATH = '/settings/audit-log';
const ROWS_A_PAGE = 50;

const KINDS = Object.entries(AUDIT_KINDS).map(([value, label]) => ({ value, label }));

/** Who changed what. */
@Controller(PATH)
@PageAuth()
export class AuditLogPagesController {
  constructor(
    private readonly log: AuditLogRepository,
    private readonly subjects: AuditSubjects,
  ) {}

  @Get()
  async list(
    @Visit() visit: PageVisit,
    @Me() { organizationId: org }: Person,
    @Query() query: Record<string, unknown>,
  ): Promise<PageAnswer> {
    const asked = askedAudit(query);
    const before = readPagePlace(query['before']);
    const lines = await this.log.list(org, { ...filterOf(asked), before }, ROWS_A_PAGE + 1);
    const shown = lines.slice(0, ROWS_A_PAGE);
    const last = lines.length > ROWS_A_PAGE ? shown.at(-1) : undefined;
    const names = await this.subjects.names(org, shown);
    return show(visit, AuditLogPage, {
      asked,
      isFiltered: auditAddress(PATH, asked) !== PATH,
      kinds: KINDS,
      lines: shown.map((line) => lineView(line, names)),
      addressBy: (who: string) => auditAddress(PATH, { who }),
      pages: {
        first: before ? auditAddress(PATH, asked) : null,
        next: last
          ? auditAddress(PATH, asked, pagePlaceText({ at: last.createdAt.toISOString(), id: last.id }))
          : null,
      },
    });
  }
}
