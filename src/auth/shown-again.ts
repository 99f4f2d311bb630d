import { AppError, InvalidRequest, type Issue } from '../common/app-error.js';
import type { PageAnswer } from './page-answer.js';

/** What is wrong with a form: at a field, or (without one) with the whole. */
export interface FormProblem {
  field: string | null;
  text: string;
}

/** Undoes what the form has done so far and shows it again, with what was typed and what is wrong. */
export class ShownAgain extends Error {
  constructor(readonly answer: PageAnswer) {
    super('a form is shown again');
  }
}

const REFUSALS = new Set([400, 403, 409, 412, 422]);

/** Runs a change; what it refuses is shown in the form. */
export async function orShowAgain<T>(
  change: () => Promise<T>,
  form: (problems: FormProblem[], status: number) => Promise<PageAnswer> | PageAnswer,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof AppError && REFUSALS.has(error.status)) {
      throw new ShownAgain(await form(problemsOf(error), error.status === 412 ? 412 : 422));
    }
    throw error;
  }
}

function problemsOf(error: AppError): FormProblem[] {
  if (error.status === 412) {
    return [
      {
        field: null,
        text: 'Somebody else changed this while you were editing. Reload the page to see what is there now.',
      },
    ];
  }
  return error instanceof InvalidRequest && error.details.length > 0
    ? error.details.map(problemOf)
    : [{ field: null, text: `${error.message}.` }];
}

/** `static_values[0].target` is a problem of the field `static_values`, told with its place. */
function problemOf({ field, issue }: Issue): FormProblem {
  const name = field.split(/[.[]/, 1)[0] ?? field;
  const place = /\[(\d+)\]/.exec(field)?.[1];
  const row = place === undefined ? '' : `Row ${Number(place) + 1} `;
  const words = `${row}${issue.endsWith('.') ? issue : `${issue}.`}`;
  return { field: name, text: words.charAt(0).toUpperCase() + words.slice(1) };
}
