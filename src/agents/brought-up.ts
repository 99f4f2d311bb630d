import { isDeepStrictEqual } from 'node:util';
import type { Form } from '../auth/form.js';
import type { FormProblem } from '../auth/shown-again.js';
import type { Told } from './agent-facts.js';
import { formOf, SECTION_FIELDS, type Section } from './agent-form.js';

/** An agent as it was or is at a version. */
type AtVersion = Told & { version: number };

/** A form that was overtaken, brought up to what somebody else has saved meanwhile. */
interface BroughtUp {
  form: Form;
  /** What both have changed: the form has it as it was typed. */
  both: FormProblem[];
}

/** Keeps what was changed since `seen` as it was typed, and takes all else as it is `now`. */
export function broughtUp(typed: Form, section: Section, seen: AtVersion, now: AtVersion): BroughtUp {
  const fieldsOf = SECTION_FIELDS[section];
  const theirs = formOf(now);
  const [mine, before, after] = [fieldsOf(typed), fieldsOf(formOf(seen)), fieldsOf(theirs)];
  const own = Object.keys(mine).filter((name) => !isDeepStrictEqual(mine[name], before[name]));
  const isOwn = (field: string): boolean => own.includes(field.split(/[.[]/, 1)[0] ?? '');
  return {
    form: typed.with(theirs, (field) => !isOwn(field)),
    both: own
      .filter((name) => [before, mine].every((other) => !isDeepStrictEqual(other[name], after[name])))
      .map((name) => ({ field: CONTROLS[name] ?? name, text: theirWords(after[name], now.version) })),
  };
}

/** Where a field of the agent is not one of the form. */
const CONTROLS: Readonly<Record<string, string>> = { voicemail: 'voicemail.action' };

/** Longer texts are for the comparison. */
const LONGEST_QUOTED = 80;

function theirWords(value: unknown, version: number): string {
  if (value === null || value === '') return `It was emptied in version ${version}.`;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  return text === null || text.length > LONGEST_QUOTED
    ? `It was changed in version ${version} too.`
    : `It is “${text}” in version ${version}.`;
}
