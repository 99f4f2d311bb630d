import { isUuid } from '../common/readings.js';
import type { LogFilter } from './intake-log-lines.repository.js';

const OUTCOMES = ['created', 'updated', 'unchanged', 'rejected'] as const;

const HOUR_MS = 3_600_000;
const HOURS: Record<string, number> = { '1h': 1, '24h': 24, '7d': 7 * 24 };

export const SINCE_CHOICES = [
  { value: '', label: 'Any time' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
];

/** What was chosen, as it stands in the address. */
export interface ChosenFilter {
  outcome: string;
  since: string;
}

/** Reads the filter of the log's address; what is none counts as not chosen. */
export function logFilterIn(
  query: Record<string, unknown>,
  now: Date,
): { chosen: ChosenFilter; filter: LogFilter } {
  const outcome = OUTCOMES.find((one) => one === query['outcome']);
  const since = SINCE_CHOICES.find(({ value }) => value === query['since'])?.value ?? '';
  return {
    chosen: { outcome: outcome ?? '', since },
    filter: { outcome, since: sinceOf(since, now), before: placeIn(query['before']) },
  };
}

/** The beginning of a span such as `24h`; undefined for any time. */
export function sinceOf(chosen: string, now: Date): Date | undefined {
  const hours = Object.hasOwn(HOURS, chosen) ? HOURS[chosen] : undefined;
  return hours === undefined ? undefined : new Date(now.getTime() - hours * HOUR_MS);
}

function placeIn(raw: unknown): LogFilter['before'] {
  const [at = '', id = ''] = typeof raw === 'string' ? raw.split('_') : [];
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) && !Number.isNaN(Date.parse(at));
  return isUuid(id) && isInstant ? { at, id } : undefined;
}

export const logPathOf = (mappingId: string): string => `/settings/webhook-mappings/${mappingId}/log`;

/** The log's address with a filter, and where to go on from. */
export function logAddress(mappingId: string, chosen: ChosenFilter, before?: LogFilter['before']): string {
  const given = { ...chosen, before: before ? `${before.at}_${before.id}` : '' };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString();
  return query === '' ? logPathOf(mappingId) : `${logPathOf(mappingId)}?${query}`;
}
