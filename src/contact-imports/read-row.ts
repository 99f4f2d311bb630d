import type { JsonObject } from '../common/json-text.js';
import type { CountryCode } from '../common/phone-number.js';
import { tagsIn } from '../contacts/contact-csv.js';
import { CONTACT_LIMITS } from '../contacts/contact-fields.js';
import { unguarded } from '../contacts/csv-guard.js';
import { mapContact } from '../webhook-mappings/map-contact.js';
import { SKIPPED } from '../webhook-mappings/mapping-findings.js';
import type { MappingRules } from '../webhook-mappings/mapping-rules.js';
import type { ContactDraft } from '../webhook-mappings/merge-contact.js';
import {
  cellName,
  type FileRow,
  type ImportChoices,
  planColumns,
  type PlannedColumn,
  rulesOf,
} from './import-plan.js';

/** How the rows of one file are read. */
export interface RowReader {
  columns: readonly PlannedColumn[];
  rules: MappingRules;
  defaultCountry: CountryCode;
}

/** Something wrong with a row: in a column, or (null) with the whole. */
interface RowProblem {
  header: string | null;
  /** What stands there. */
  value: string;
  /** Completes a sentence that starts with the column. */
  issue: string;
}

export interface ReadRow {
  /** As spreadsheets count. */
  rowNumber: number;
  /** E.164; null when the row makes no contact. */
  phone: string | null;
  draft: ContactDraft;
  isNotToBeCalled: boolean;
  /** Why the row makes no contact, or which values are left out. */
  problems: RowProblem[];
}

export function rowReader(
  headers: readonly string[],
  { onDuplicate, tags, keepOthers }: ImportChoices,
  defaultCountry: CountryCode,
): RowReader {
  const columns = planColumns(headers, keepOthers);
  const rules = { fieldMappings: rulesOf(columns), staticValues: [], staticTags: tags, onDuplicate };
  return { columns, rules, defaultCountry };
}

/** Reads a row by the rules of intake: what a value must be, how a number is written, what is left out with a warning. */
export function readRow(
  { columns, rules, defaultCountry }: RowReader,
  [rowNumber, ...raw]: FileRow,
): ReadRow {
  const cells = raw.map(unguarded);
  const payload = Object.fromEntries(columns.map((_, index) => [cellName(index), cells[index] ?? '']));
  const mapped = mapContact(rules, payload, { defaultCountry });
  const cellOf = (source: string) => {
    const index = columns.findIndex((_, place) => cellName(place) === source);
    return { header: columns[index]?.header ?? null, value: cells[index] ?? '' };
  };
  const own = ownColumns(columns, cells);
  const isLonger = raw.slice(columns.length).some((cell) => cell.trim() !== '');
  const problems = [
    ...(isLonger ? [ofRow('The row has more cells than the first row has columns')] : []),
    ...('refused' in mapped.phone ? refusals(mapped.phone.refused, cellOf) : []),
    ...mapped.warnings.map(({ source, issue }) => ({ ...cellOf(source), issue })),
    ...own.problems,
  ];
  return {
    rowNumber,
    phone: 'refused' in mapped.phone || isLonger ? null : mapped.phone.e164,
    draft: {
      ...mapped.draft,
      mapped: {
        ...mapped.draft.mapped,
        variables: { ...own.variables, ...mapped.draft.mapped.variables },
      },
      tags: [...new Set([...rules.staticTags, ...own.tags])],
    },
    isNotToBeCalled: own.isNotToBeCalled,
    problems,
  };
}

const ofRow = (issue: string): RowProblem => ({ header: null, value: '', issue });

const refusals = (
  refused: readonly { source: string; issue: string }[],
  cellOf: (source: string) => Omit<RowProblem, 'issue'>,
): RowProblem[] =>
  refused.length === 0
    ? [ofRow('No column holds phone numbers')]
    : refused.map(({ source, issue }) => ({ ...cellOf(source), issue }));

interface OwnColumns {
  tags: string[];
  variables: JsonObject;
  isNotToBeCalled: boolean;
  problems: RowProblem[];
}

/** The columns that the mapping engine does not know. */
function ownColumns(columns: readonly PlannedColumn[], cells: readonly string[]): OwnColumns {
  const read: OwnColumns = { tags: [], variables: {}, isNotToBeCalled: false, problems: [] };
  for (const [index, { header, use }] of columns.entries()) {
    const cell = (cells[index] ?? '').trim();
    if (use === 'do_not_call') read.isNotToBeCalled = /^(true|yes|y|1|x)$/i.test(cell);
    if (use === 'tags') readTags(read, header, cell);
    if (use === 'variables' && cell !== '') readVariables(read, header, cell);
  }
  return read;
}

function readTags(read: OwnColumns, header: string, cell: string): void {
  const tags = tagsIn(cell);
  read.tags = tags.filter((tag) => tag.length <= CONTACT_LIMITS.tag);
  const issue = `has a tag of more than ${CONTACT_LIMITS.tag} characters${SKIPPED}`;
  if (read.tags.length < tags.length) read.problems.push({ header, value: cell, issue });
}

function readVariables(read: OwnColumns, header: string, cell: string): void {
  const value = jsonIn(cell);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    read.variables = value as JsonObject;
  else read.problems.push({ header, value: cell, issue: `is no JSON object${SKIPPED}` });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
