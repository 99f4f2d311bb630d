import { hideApiKeys } from './api-key-format.js';

const LONGEST = 100;

/**
 * A value as an error or a warning may show it: text cut after a hundred characters, anything nested as its JSON, cut
 * likewise. A key of ours, wherever it was put by mistake, is named and not repeated.
 */
export function shorten(value: unknown): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined)
    return value ?? null;
  const text = hideApiKeys(typeof value === 'string' ? value : JSON.stringify(value));
  // Cutting may split a pair, and half a pair is not UTF-8.
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).toWellFormed()}…`;
}
