import type { AppError } from '../common/app-error.js';
import { atParts, type FormProblem } from '../auth/shown-again.js';

/** Why a call was not started: the field of the request that can change it, and words for who filled in a form. */
const REFUSALS: Readonly<Record<string, readonly [field: string | null, text: string]>> = {
  agent_not_found: ['agentId', 'This agent does not exist any more.'],
  agent_inactive: ['agentId', 'The agent is inactive. Activate it first.'],
  agent_without_number: [
    'agentId',
    'Neither this agent nor the organization has a number to call from. Add one under Phone numbers.',
  ],
  destination_not_allowed: [
    'phoneNumber',
    'This kind of number or its country is not called. Organization says which countries are.',
  ],
  recipient_blocked: ['phoneNumber', 'This number is on the do-not-call list.'],
  contact_not_found: [
    'phoneNumber',
    'The organization calls only its contacts, and none has this number. Add the contact first.',
  ],
  concurrency_limit_reached: [
    null,
    'All lines are taken: as many calls are going on as may. Try again when one has ended.',
  ],
};

/** How a form that starts a call tells why none was; `names` are the form's own for fields of the request. */
export const callProblems =
  (names: Readonly<Record<string, string>>) =>
  (error: AppError): FormProblem[] | null => {
    const [field = null, text] = REFUSALS[error.code] ?? [];
    const problems = text === undefined ? atParts(error) : [{ field, text }];
    return problems?.map((problem) => inForm(problem, names)) ?? null;
  };

const inForm = ({ field, text }: FormProblem, names: Readonly<Record<string, string>>): FormProblem => ({
  field: field && (names[field] ?? field),
  text,
});
