import { type Ending, ENDINGS } from './carrier-call.js';

export type OutcomeName =
  | 'cooperative'
  | 'busy'
  | 'no-answer'
  | 'voicemail'
  | 'hangs-up'
  | 'interrupts'
  | 'asks-for-a-person'
  | 'silence'
  | 'failed';

/** How the person (or machine) behind a number behaves, as far as the carrier can tell. */
export interface Outcome {
  readonly name: OutcomeName;
  /** `answers`, or how the call ends without an answer. */
  readonly pickup: 'answers' | Ending;
  /** Who speaks first on an answered call. Silent people are what answering machine detection cannot tell. */
  readonly answeredBy: 'human' | 'machine' | 'nobody';
  /** What the other end does while it is spoken to. */
  readonly listening: 'patient' | 'hangs-up-mid-sentence' | 'records';
}

const COOPERATIVE = {
  name: 'cooperative',
  pickup: 'answers',
  answeredBy: 'human',
  listening: 'patient',
} as const satisfies Outcome;

/**
 * Outcome by the last two digits of `+1 NXX 555 01NN`, the numbers that North America keeps for fiction.
 * 05, 06 and 07 differ only in a conversation: they listen to a document like everybody else.
 */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  '01': { ...COOPERATIVE, name: 'busy', pickup: ENDINGS.busy },
  '02': { ...COOPERATIVE, name: 'no-answer', pickup: ENDINGS.noAnswer },
  '03': { ...COOPERATIVE, name: 'voicemail', answeredBy: 'machine', listening: 'records' },
  '04': { ...COOPERATIVE, name: 'hangs-up', listening: 'hangs-up-mid-sentence' },
  '05': { ...COOPERATIVE, name: 'interrupts' },
  '06': { ...COOPERATIVE, name: 'asks-for-a-person' },
  '07': { ...COOPERATIVE, name: 'silence', answeredBy: 'nobody' },
  '08': { ...COOPERATIVE, name: 'failed', pickup: ENDINGS.unreachable },
};

/** What happens when this number is called; every number that is not in the table cooperates. */
export function outcomeOf(number: string): Outcome {
  const choice = /^\+1[2-9]\d{2}55501(\d{2})$/.exec(number)?.[1];
  return (choice !== undefined && OUTCOMES[choice]) || COOPERATIVE;
}
