import type { FormProblem } from '../../views/shared/field.js';
import { AppError, type Issue } from '../common/app-error.js';
import type { Form } from './form.js';
import type { PageAnswer } from './page-answer.js';

export type { FormProblem };

/** Undoes what the form has done so far and shows it again, with what was typed and what is wrong. */
export class ShownAgain extends Error {
  constructor(readonly answer: PageAnswer) {
    super('a form is shown again');
  }
}

const REFUSALS = new Set([400, 403, 409, 412, 422]);

/** How a form tells a refusal; null for what is none of its. */
type Telling = (error: AppError) => FormProblem[] | null;

/** Runs a change; what it refuses is shown in the form. */
export async function orShowAgain<T>(
  change: () => Promise<T>,
  form: (problems: FormProblem[], status: number) => Promise<PageAnswer> | PageAnswer,
  tell: Telling = atFields,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const problems = error instanceof AppError ? tell(error) : null;
    if (error instanceof AppError && problems)
      throw new ShownAgain(await form(problems, error.status === 412 ? 412 : 422));
    throw error;
  }
}

/** For forms whose rows are lines: `static_values[0].target` is told at `static_values`, with its row. */
const atFields: Telling = (error) => (REFUSALS.has(error.status) ? problemsOf(error, rowProblem) : null);

/** For forms with a field for each part: `http_tools[0].url` is a field of its own. */
export const atParts: Telling = (error) =>
  REFUSALS.has(error.status) ? problemsOf(error, partProblem) : null;

/**
 * Asks for what was left empty, instead of saying how long it may be: `{ name: 'Enter a name.' }`. A field of each row is
 * named without its place: `http_tools[].url`.
 */
export const askingFor =
  (form: Form, words: Readonly<Record<string, string>>, tell: Telling = atFields): Telling =>
  (error) =>
    tell(error)?.map((problem) => {
      const { field } = problem;
      const text = field !== null && form.text(field) === '' && words[field.replaceAll(/\[\d+\]/g, '[]')];
      return text ? { field, text } : problem;
    }) ?? null;

function problemsOf(error: AppError, problemOf: (issue: Issue) => FormProblem): FormProblem[] {
  if (error.status === 412) {
    return [
      {
        field: null,
        text: 'Somebody else changed this while you were editing. Reload the page to see what is there now.',
      },
    ];
  }
  return error.details.length > 0
    ? error.details.map(problemOf)
    : [{ field: null, text: `${error.message}.` }];
}

function rowProblem({ field, issue }: Issue): FormProblem {
  const name = field.split(/[.[]/, 1)[0] ?? field;
  const place = /\[(\d+)\]/.exec(field)?.[1];
  const row = place === undefined ? '' : `Row ${Number(place) + 1} `;
  return { field: name, text: sentence(`${row}${issue}`) };
}

const partProblem = ({ field, issue }: Issue): FormProblem => ({ field, text: sentence(issue) });

const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'}`;
