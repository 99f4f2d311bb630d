import type { AppError } from '../common/app-error.js';
import { atParts, type FormProblem } from '../auth/shown-again.js';

/** Why a call was not started: the field of the request that can change it, and words for who filled in a form. */
const REFUSALS: Readonly<Record<string, FormProblem>> = {
  agent_not_found: { field: 'agentId', text: 'This agent does not exist any more.' },
  agent_inactive: { field: 'agentId', text: 'The agent is inactive. Activate it first.' },
  agent_without_number: {
    field: 'agentId',
    text: 'Neither this agent nor the organization has a number to call from.',
    link: { href: '/settings/phone-numbers', label: 'Add phone number' },
  },
  destination_not_allowed: {
    field: 'phoneNumber',
    text: 'This kind of number or its country is not called.',
    link: { href: '/settings/organization', label: 'See which countries are called' },
  },
  recipient_blocked: { field: 'phoneNumber', text: 'This number is on the do-not-call list.' },
  contact_not_found: {
    field: 'phoneNumber',
    text: 'The organization calls only its contacts, and none has this number.',
    link: { href: '/settings/contacts/new', label: 'Create contact' },
  },
  concurrency_limit_reached: {
    field: null,
    text: 'All lines are taken: as many calls are going on as may. Try again when one has ended.',
  },
};

/** How a form that starts a call tells why none was; `names` are the form's own for fields of the request, null for none. */
export const callProblems =
  (names: Readonly<Record<string, string | null>>) =>
  (error: AppError): FormProblem[] | null => {
    const refusal = REFUSALS[error.code];
    const problems = refusal ? [refusal] : atParts(error);
    return problems?.map(({ field, text, link }) => ({ field: fieldIn(field, names), text, link })) ?? null;
  };

function fieldIn(field: string | null, names: Readonly<Record<string, string | null>>): string | null {
  const name = field === null ? null : names[field];
  return name === undefined ? field : name;
}
