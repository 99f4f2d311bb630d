import type { Reading } from '../common/readings.js';

/** Of one endpoint. */
export const MOST_HEADERS = 20;
const NAME = /^[\w!#$%&'*+.^|~-]{1,100}$/;
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e\t]{0,1998}[\x21-\x7e])?$/;

/** Set by the service itself on every delivery. */
const SET_BY_US = /^(?:content-type|user-agent|webhook-.*)$/;

/**
 * Extra headers of an endpoint: names in lower case, values of visible ASCII. `isReserved` knows the names that belong
 * to HTTP itself.
 */
export const readExtraHeaders =
  (isReserved: (name: string) => boolean) =>
  (raw: unknown): Reading<Record<string, string>> => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      return { issue: 'must be an object of header names and values' };
    const headers = Object.entries(raw);
    if (headers.length > MOST_HEADERS) return { issue: `must have at most ${MOST_HEADERS} headers` };
    const names = headers.map(([name]) => name.toLowerCase());
    if (new Set(names).size < names.length) return { issue: 'must name each header once' };
    for (const [index, name] of names.entries()) {
      if (!NAME.test(name) || isReserved(name) || SET_BY_US.test(name))
        return { issue: `must not set the header ${name.slice(0, 100)}` };
      if (!isHeaderValue(headers[index]?.[1]))
        return { issue: `must give ${name} a value of 1 to 2000 visible ASCII characters` };
    }
    return {
      value: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value as string])),
    };
  };

const isHeaderValue = (value: unknown): boolean => typeof value === 'string' && VALUE.test(value);
