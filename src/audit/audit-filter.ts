import { dayEnd, dayStart } from '../common/zoned-days.js';
import { AUDIT_KINDS } from './audit-kinds.js';
import type { AuditFilter } from './audit-log.repository.js';

const NAMES = ['kind', 'who', 'from', 'to'] as const;

/** What the page is asked to show, as its address has it. */
export type AskedAudit = Record<(typeof NAMES)[number], string>;

/** What is none of a filter's values counts as not given. */
export function askedAudit(query: Readonly<Record<string, unknown>>): AskedAudit {
  const text = (name: string): string => {
    const value = query[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const day = (name: string): string => (dayStart(text(name), 'UTC') ? text(name) : '');
  return {
    kind: Object.hasOwn(AUDIT_KINDS, text('kind')) ? text('kind') : '',
    who: text('who').slice(0, 254),
    from: day('from'),
    to: day('to'),
  };
}

/** The entries that were asked for; a last day is looked at to its end. */
export function filterOf({ kind, who, from, to }: AskedAudit): AuditFilter {
  return {
    kind: kind || undefined,
    actor: who || undefined,
    from: dayStart(from, 'UTC') ?? undefined,
    until: dayEnd(to, 'UTC') ?? undefined,
  };
}

/** The same again, from a place on. */
export function auditAddress(path: string, asked: Partial<AskedAudit>, before?: string): string {
  const given = NAMES.flatMap((name): [string, string][] => (asked[name] ? [[name, asked[name]]] : []));
  const query = new URLSearchParams([...given, ...(before ? [['before', before]] : [])]).toString();
  return query === '' ? path : `${path}?${query}`;
}
