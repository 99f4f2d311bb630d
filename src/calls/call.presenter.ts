import { summarizeActions, type ActionOutcome } from './action-summary.js';
import type { CallField, FieldKind } from './call-fields.js';
import { presentContext, type ContextFacts } from './enhanced-context.presenter.js';

/** JSON as text, ready to be sent. */
export type JsonText = string;

/** What a row does not hold itself. */
export interface RowContext {
  /** The signed address of a call's recording. */
  recordingUrl(callId: string, stamp: string): string;
}

/** A row as PostgreSQL writes it: each value as text, in the order of the payload's fields, `id` first. */
type CallRow = readonly (string | null)[];

/** Turns a row into the JSON of a call: what `JSON.stringify` would make of it, without making the object. */
export type RowWriter = (row: CallRow, context: RowContext) => JsonText;

/** A writer for the rows of one payload; made once for each payload there is. */
export function rowWriter(fields: Readonly<Record<string, CallField>>): RowWriter {
  const columns = Object.entries(fields).map(([name, { kind }], index) => ({
    index,
    prefix: `${index === 0 ? '{' : ','}"${name}":`,
    missing: kind === 'list' ? '[]' : 'null',
    write: WRITERS[kind],
  }));
  return (row, context) => {
    let json = '';
    for (const { index, prefix, missing, write } of columns) {
      const text = row[index] ?? null;
      json += prefix + (text === null ? missing : write(text, row, context));
    }
    return `${json}}`;
  };
}

/** Where a page stands among the calls that match. */
export interface PageEnd {
  total: number;
  limit: number;
  /** Null on a page that was asked for by cursor. */
  offset: number | null;
  hasMore: boolean;
  nextCursor: string | null;
}

/** A page of calls that are JSON already. */
export const presentPage = (calls: readonly JsonText[], end: PageEnd): JsonText => {
  const pagination = {
    total: end.total,
    limit: end.limit,
    offset: end.offset,
    has_more: end.hasMore,
    next_cursor: end.nextCursor,
  };
  return `{"data":[${calls.join(',')}],"pagination":${JSON.stringify(pagination)}}`;
};

const WRITERS: Record<FieldKind, (text: string, row: CallRow, context: RowContext) => string> = {
  verbatim: (text) => `"${text}"`,
  text: quoted,
  integer: (text) => text,
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  instant: (text) => `"${instant(text)}"`,
  json: (text) => text,
  list: (text) => text,
  recordingUrl: (stamp, row, context) => quoted(context.recordingUrl(row[0] ?? '', stamp)),
  actionSummary: (text) => JSON.stringify(presentSummary(JSON.parse(text) as ActionOutcome[])),
  enhancedContext: (text) => JSON.stringify(presentContext(JSON.parse(text) as ContextFacts)),
};

/** What JSON must not have bare inside quotes (RFC 8259, section 7). PostgreSQL's text is well-formed UTF-8. */
// oxlint-disable-next-line no-control-regex -- control characters are the ones to find
const NEEDS_ESCAPE = /["\\\u0000-\u001f]/;

function quoted(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

const SECONDS_LENGTH = '2026-01-15 10:30:00'.length;

/** PostgreSQL's `2026-01-15 10:30:00.25+00` (a session in UTC) as `2026-01-15T10:30:00.250Z`. */
function instant(text: string): string {
  if (!text.endsWith('+00')) return new Date(text).toISOString();
  const milliseconds = text.slice(SECONDS_LENGTH + 1, -3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, SECONDS_LENGTH)}.${milliseconds}Z`;
}

const presentSummary = (actions: readonly ActionOutcome[]) => {
  const summary = summarizeActions(actions);
  return {
    total: summary.total,
    succeeded: summary.succeeded,
    failed: summary.failed,
    pending: summary.pending,
    skipped: summary.skipped,
    by_type: summary.byType,
    first_error: summary.firstError,
    text: summary.text,
  };
};
