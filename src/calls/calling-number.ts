import type { Choice } from '../../views/shared/field.js';
import type { CallingNumber } from '../agents/phone-numbers.repository.js';
import { nationalPhoneNumber } from '../common/phone-number.js';

/** Agents to choose from, with what each of them calls from where that differs. */
interface Callers {
  agents: readonly Choice[];
  /** Null where none of them can call. */
  hint: string | null;
}

const DIFFERENT =
  'Each calls from the number beside its name: the first added of its own, else the default number.';

/** Why an agent calls from a number. */
export function reasonFor({ owned }: CallingNumber): string {
  if (owned === 0) return 'the default number';
  return owned === 1 ? 'its own number' : `the first added of its ${owned} numbers`;
}

/** Tells of agents, whose ids are the choices' values, what they call from. */
export function callersOf(agents: readonly Choice[], numbers: ReadonlyMap<string, CallingNumber>): Callers {
  if (numbers.size === 0) return { agents, hint: null };
  const told = new Set(agents.map(({ value }) => wordsFor(numbers.get(value))));
  const [only] = told;
  if (told.size === 1 && only !== undefined) {
    const reasons = new Set(Array.from(numbers.values(), reasonFor));
    const [reason] = reasons;
    return { agents, hint: `Calls from ${only}${reasons.size === 1 ? `, ${reason}` : ''}.` };
  }
  const withNumber = ({ value, label }: Choice): Choice => ({
    value,
    label: `${label} · ${wordsFor(numbers.get(value))}`,
  });
  return { agents: agents.map(withNumber), hint: DIFFERENT };
}

function wordsFor(number: CallingNumber | undefined): string {
  if (!number) return 'no number to call from';
  const shown = nationalPhoneNumber(number.number);
  return number.label === null ? shown : `${shown} (${number.label})`;
}
