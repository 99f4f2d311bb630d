import { Controller, Get, Query } from '@nestjs/common';
import { AuditLogPage } from '../../views/audit/audit-log.js';
import type { PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { pagePlaceText, readPagePlace } from '../auth/page-place.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { actorWords, type AuditFilter, type AuditLine, AuditLogRepository } from './audit-log.repository.js';

const PATH = '/settings/audit-log';
const ROWS_A_PAGE = 50;

/** What can be looked for: the first part of an action. */
const KINDS = ['api_key', 'user', 'session', 'organization', 'webhook_mapping', 'contact', 'do_not_call'];

/** Who changed what. */
@Controller(PATH)
@PageAuth()
export class AuditLogPagesController {
  constructor(private readonly log: AuditLogRepository) {}

  @Get()
  async list(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @Query() query: Record<string, unknown>,
  ): Promise<PageAnswer> {
    const kind = KINDS.find((one) => one === query['kind']) ?? '';
    const filter: AuditFilter = { action: kind || undefined, before: readPagePlace(query['before']) };
    const lines = await this.log.list(me.organizationId, filter, ROWS_A_PAGE + 1);
    const shown = lines.slice(0, ROWS_A_PAGE);
    const last = lines.length > ROWS_A_PAGE ? shown.at(-1) : undefined;
    return show(visit, AuditLogPage, {
      kind,
      kinds: KINDS,
      lines: shown.map(lineView),
      pages: {
        first: filter.before ? addressOf(kind) : null,
        next: last ? addressOf(kind, pagePlaceText({ at: last.createdAt.toISOString(), id: last.id })) : null,
      },
    });
  }
}

function addressOf(kind: string, before?: string): string {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(before && { before }) }).toString();
  return query === '' ? PATH : `${PATH}?${query}`;
}

const lineView = ({ id, action, actorType, actorName, subjectId, details, createdAt }: AuditLine) => ({
  id,
  action,
  actor: actorWords({ actorType, actorName }),
  actorKind: actorType === 'api_key' ? 'API key' : '',
  subjectId,
  details: Object.entries(details).map(detailText).join(' · '),
  createdAt,
});

/** `role: viewer`, `scopes: calls:read, calls:write`. */
const detailText = ([name, value]: [string, unknown]): string => {
  const isPlain = Array.isArray(value) || typeof value !== 'object';
  return `${name.replaceAll('_', ' ')}: ${isPlain ? [value].flat().join(', ') : JSON.stringify(value)}`;
};
