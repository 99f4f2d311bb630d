import { shorten } from '../common/shorten.js';
import { isEmptyValue, isTarget } from './contact-targets.js';
import type { Payload } from './intake-body.js';
import { mapContact, type MappingSettings, type TraceEntry } from './map-contact.js';
import { type FieldMapping, NO_RULES } from './mapping-rules.js';
import { parseSourcePath, resolveSource } from './source-path.js';
import { transformWords } from './transform-words.js';
import { isTransformName } from './transforms.js';

/** A row as it stands in a form, finished or not. */
export interface DraftRow {
  source: string;
  target: string;
  transform: string;
}

/** How a row does on the sample. */
export interface RowCheck {
  tone: 'good' | 'bad' | 'waiting';
  text: string;
}

/** What each row finds in a sample; null for a row without a source. */
export function rowChecks(
  rows: readonly DraftRow[],
  payload: Payload,
  settings: MappingSettings,
): (RowCheck | null)[] {
  const whole = rows.map(ruleOf);
  const fieldMappings = whole.filter((rule) => rule !== null);
  const { trace } = mapContact({ ...NO_RULES, fieldMappings }, payload, settings);
  const traces = new Map(fieldMappings.map((rule, index) => [rule, trace[index]]));
  const hasPhone = trace.some(({ rule, used }) => used && rule.target === 'phone');
  return rows.map((row, index) => {
    if (row.source === '') return null;
    const traced = traces.get(whole[index] ?? NOBODY);
    if (!traced) return unfinished(row, payload);
    // Without a phone number the request is refused; whatever else is missing is only left out.
    const isRefused = row.target === 'phone' && !traced.found && !hasPhone;
    return isRefused ? { ...NOT_THERE, tone: 'bad' } : checkOf(traced);
  });
}

const NOBODY: FieldMapping = { source: '', target: 'phone', transform: null };

const ruleOf = ({ source, target, transform }: DraftRow): FieldMapping | null =>
  source !== '' && isTarget(target)
    ? { source, target, transform: isTransformName(transform) ? transform : null }
    : null;

const NOT_THERE: RowCheck = { tone: 'waiting', text: 'Not in this payload' };

const quoted = (value: unknown): string =>
  typeof value === 'string' ? `“${shorten(value)}”` : String(shorten(value));

const emptied = (raw: unknown, { transform }: FieldMapping): string =>
  `${quoted(raw)} is empty${transform === null ? '' : ` after “${transformWords(transform)}”`}`;

function checkOf({ rule, found, raw, value, used, issue }: TraceEntry): RowCheck {
  if (!found) return NOT_THERE;
  if (issue !== null) return { tone: 'bad', text: `${quoted(raw)} ${issue}` };
  if (value === null) {
    return {
      tone: 'waiting',
      text: isEmptyValue(raw) ? 'Empty in this payload' : emptied(raw, rule),
    };
  }
  if (!used) return { tone: 'waiting', text: `${quoted(raw)}, not used: a row above has a value` };
  return { tone: 'good', text: raw === value ? quoted(raw) : `${quoted(raw)} becomes ${quoted(value)}` };
}

function unfinished({ source, target }: DraftRow, payload: Payload): RowCheck {
  const found = resolveSource(parseSourcePath(source), payload);
  if (!found.found) return NOT_THERE;
  const rest = target === '' ? 'choose its contact field' : `${target} is no contact field`;
  return { tone: 'waiting', text: `${quoted(found.value)}: ${rest}` };
}
