import { Controller, Get, Query } from '@nestjs/common';
import { AuditLogPage } from '../../views/audit/audit-log.js';
import type { PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { isUuid } from '../common/readings.js';
import { type AuditFilter, type AuditLine, AuditLogRepository } from './audit-log.repository.js';

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
    const filter: AuditFilter = { action: kind || undefined, before: cursorIn(query['before']) };
    const lines = await this.log.list(me.organizationId, filter, ROWS_A_PAGE + 1);
    const shown = lines.slice(0, ROWS_A_PAGE);
    const last = lines.length > ROWS_A_PAGE ? shown.at(-1) : undefined;
    return show(visit, AuditLogPage, {
      kind,
      kinds: KINDS,
      lines: shown.map(lineView),
      pages: {
        first: filter.before ? addressOf(kind) : null,
        next: last ? addressOf(kind, `${last.createdAt.toISOString()}_${last.id}`) : null,
      },
    });
  }
}

/** Where a page ended, as its address says; what is none counts as the beginning. */
function cursorIn(raw: unknown): AuditFilter['before'] {
  const [at = '', id = ''] = typeof raw === 'string' ? raw.split('_') : [];
  return isUuid(id) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) && !Number.isNaN(Date.parse(at))
    ? { at, id }
    : undefined;
}

function addressOf(kind: string, before?: string): string {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(before && { before }) }).toString();
  return query === '' ? PATH : `${PATH}?${query}`;
}

const ACTORS: Record<string, string> = { cli: 'Command line', system: 'The service' };

const lineView = ({ id, action, actorType, actorName, subjectId, details, createdAt }: AuditLine) => ({
  id,
  action,
  actor: ACTORS[actorType] ?? actorName ?? 'Somebody who is gone',
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
