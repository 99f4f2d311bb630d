import { LIST_FILTERS, type ListFilter } from './call-list.dto.js';
import { dayEnd, dayStart, isTimeZone } from '../common/zoned-days.js';

/** Filters as an address has them, text, each once; with the time zone of its days, where that is not UTC. */
export type ListFilters = Partial<Record<ListFilter | 'zone', string>>;

const NAMES = [...LIST_FILTERS, 'zone'] as const;

/** The filters of a query; what was left empty, or is none of them, counts as not given. */
export const filtersIn = (query: Readonly<Record<string, unknown>>): ListFilters =>
  withNeededZone(
    Object.fromEntries(
      NAMES.map((name) => [name, query[name]]).filter(
        ([, value]) => typeof value === 'string' && value.trim() !== '',
      ),
    ),
  );

/** A zone says something about days alone. */
const withNeededZone = ({ zone, ...filters }: ListFilters): ListFilters =>
  zone !== undefined && isTimeZone(zone) && (filters.from ?? filters.to) !== undefined
    ? { ...filters, zone }
    : filters;

/** The filters as the list takes them: days of a zone as the instants just before and after them. */
export function listedBy({ zone, ...filters }: ListFilters): ListFilters {
  if (zone === undefined) return filters;
  const { from = '', to = '' } = filters;
  const [begins, ends] = [dayStart(from, zone), dayEnd(to, zone)];
  return {
    ...filters,
    ...(begins && { from: new Date(begins.getTime() - 1).toISOString() }),
    ...(ends && { to: ends.toISOString() }),
  };
}

/** The address of a list with these filters; the same filters always have the same. */
export function listAddress(path: string, filters: ListFilters, place: Record<string, string> = {}): string {
  const given = NAMES.flatMap((name): [string, string][] => {
    const value = filters[name];
    return value === undefined ? [] : [[name, value]];
  });
  const query = new URLSearchParams([...given, ...Object.entries(place)]).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** The same filters but for one. */
export const without = (filters: ListFilters, name: ListFilter): ListFilters =>
  withNeededZone(Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name)));
