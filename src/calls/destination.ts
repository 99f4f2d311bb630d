import type { Reading } from '../common/readings.js';

/** +1 and ten digits: the one form that the contract takes, whether or not the number is assigned. */
const DIALABLE = /^\+1[0-9]{10}$/;

export const readDialable = (raw: unknown): Reading<string> =>
  typeof raw === 'string' && DIALABLE.test(raw)
    ? { value: raw }
    : { issue: 'must be +1 followed by ten digits' };
