import { createHash } from 'node:crypto';

/** The kinds of things the carrier names: call, recording, phone number, relay session. */
type SidPrefix = 'CA' | 'RE' | 'PN' | 'VX';

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A carrier id derived from a text: the same text, the same id. */
export const sidOf = (prefix: SidPrefix, text: string): string => prefix + hex(text).slice(0, 32);

/** A UUID derived from a text, for `I-Twilio-Idempotency-Token`. */
export const tokenOf = (text: string): string =>
  hex(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** Hands out ids, one after the other; the same seed gives the same ids in the same order. */
export function sidSequence(seed: string): (prefix: SidPrefix) => string {
  let drawn = 0;
  return (prefix) => sidOf(prefix, `${seed}:${++drawn}`);
}

/** Draws a number of at least the first and below the second. */
export type Draw = (range: readonly [from: number, to: number]) => number;

/** A source of chance that repeats itself for the same seed: each draw hashes the next number. */
export function seededDraw(seed: string): Draw {
  let drawn = 0;
  return ([from, to]) => {
    const share = Number.parseInt(hex(`${seed}:${++drawn}`).slice(0, 12), 16) / 2 ** 48;
    return from + share * (to - from);
  };
}
