import { isDeepStrictEqual } from 'node:util';

/**
 * The part of `wanted` that is given and differs from what `now` holds. A change that says what is true already
 * changes nothing: it makes no version, no event and no other entity tag.
 */
export function realChanges<T extends object>(now: T, wanted: Partial<T>): Partial<T> {
  const changes: Partial<T> = {};
  for (const name of Object.keys(wanted) as (keyof T)[]) {
    if (wanted[name] !== undefined && !isDeepStrictEqual(wanted[name], now[name]))
      changes[name] = wanted[name];
  }
  return changes;
}

export const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0;
