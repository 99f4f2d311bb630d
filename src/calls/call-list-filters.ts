import { LIST_FILTERS, type ListFilter } from './call-list.dto.js';

/** Filters as an address has them: text, each once. */
export type ListFilters = Partial<Record<ListFilter, string>>;

/** The filters of a query; what was left empty, or is none of them, counts as not given. */
export const filtersIn = (query: Readonly<Record<string, unknown>>): ListFilters =>
  Object.fromEntries(
    LIST_FILTERS.map((name) => [name, query[name]]).filter(
      ([, value]) => typeof value === 'string' && value.trim() !== '',
    ),
  );

/** The address of a list with these filters; the same filters always have the same. */
export function listAddress(path: string, filters: ListFilters, place: Record<string, string> = {}): string {
  const given = LIST_FILTERS.flatMap((name): [string, string][] => {
    const value = filters[name];
    return value === undefined ? [] : [[name, value]];
  });
  const query = new URLSearchParams([...given, ...Object.entries(place)]).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** The same filters but for one. */
export const without = (filters: ListFilters, name: ListFilter): ListFilters =>
  Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name));
