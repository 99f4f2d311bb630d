import type { CarrierCall } from './carrier-call.js';
import { type Form, text, whole } from './form.js';
import { RestFault } from './rest-fault.js';

type Condition = (call: CarrierCall) => boolean;

/** Whether a call passes the filters of `GET Calls.json`. */
export function callFilter(query: Form): Condition {
  const conditions = [
    equal(query, 'To', (call) => call.to),
    equal(query, 'From', (call) => call.from),
    equal(query, 'Status', (call) => call.status),
    equal(query, 'ParentCallSid', (call) => call.parentCallSid),
    ...['StartTime', 'EndTime'].flatMap((name) => [
      onDay(query, name, '', (day, bound) => day === bound),
      onDay(query, name, '<', (day, bound) => day <= bound),
      onDay(query, name, '>', (day, bound) => day >= bound),
    ]),
  ];
  return (call) => conditions.every((condition) => condition(call));
}

function equal(query: Form, name: string, of: (call: CarrierCall) => string | null): Condition {
  const wanted = text(query, name);
  return (call) => wanted === undefined || of(call) === wanted;
}

/**
 * Twilio compares days in UTC, bounds included, whatever time of day is given. A call without the time
 * (not dialled yet, not over yet) passes no such filter.
 */
function onDay(
  query: Form,
  name: string,
  sign: string,
  compare: (day: string, bound: string) => boolean,
): Condition {
  const value = text(query, name + sign);
  if (value === undefined) return () => true;
  const bound = new Date(value);
  if (Number.isNaN(bound.getTime())) throw new RestFault(20001, name);
  const boundDay = dayOf(bound);
  return (call) => {
    const at = name === 'StartTime' ? call.startedAt : call.endedAt;
    return at !== null && compare(dayOf(at), boundDay);
  };
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** One page of a list, and where it stands. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly envelope: Readonly<Record<string, unknown>>;
}

/**
 * The page that a query asks for, with Twilio's envelope. `PageToken` names the last item of the page before, so
 * that calls which arrive between two pages shift nothing; a bare `Page` counts from the newest.
 */
export function pageOf<T extends { readonly sid: string }>(
  all: readonly T[],
  query: Form,
  path: string,
): ListPage<T> {
  const size = Math.min(1000, whole(query, 'PageSize', { from: 1, to: 999_999, or: 50 }));
  const page = whole(query, 'Page', { from: 0, to: 999_999, or: 0 });
  const token = text(query, 'PageToken');
  const start = token === undefined ? page * size : all.findIndex((item) => `PA${item.sid}` === token) + 1;
  const items = all.slice(start, start + size);
  const last = items.at(-1);
  const hasMore = last !== undefined && start + size < all.length;
  return {
    items,
    envelope: {
      page,
      page_size: size,
      start,
      end: Math.max(start, start + items.length - 1),
      uri: pageUri(path, query, size, page, token),
      first_page_uri: pageUri(path, query, size, 0),
      next_page_uri: hasMore ? pageUri(path, query, size, page + 1, `PA${last.sid}`) : null,
      previous_page_uri: page === 0 ? null : pageUri(path, query, size, page - 1),
    },
  };
}

function pageUri(path: string, query: Form, size: number, page: number, token?: string): string {
  const parameters = new URLSearchParams(
    Object.keys(query)
      .filter((name) => !name.startsWith('Page'))
      .flatMap((name) => {
        const value = text(query, name);
        return value === undefined ? [] : [[name, value]];
      }),
  );
  parameters.set('PageSize', String(size));
  parameters.set('Page', String(page));
  if (token !== undefined) parameters.set('PageToken', token);
  return `${path}?${parameters}`;
}
