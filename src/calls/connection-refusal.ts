import type { AppError } from '../common/app-error.js';
import { atParts, type FormProblem } from '../auth/shown-again.js';

const ACCOUNT = '/settings/organization#carrier';

/** Why a number was not connected, in words for who filled in the form. */
const REFUSALS: Readonly<Record<string, FormProblem>> = {
  carrier_account_missing: {
    field: null,
    text: 'The organization has no Twilio account any more.',
    link: { href: ACCOUNT, label: 'Add Twilio account' },
  },
  number_not_in_account: {
    field: 'number',
    text: 'The Twilio account does not have this number. Choose one of its own, or buy this one there first.',
  },
  carrier_unreachable: {
    field: null,
    text: 'Twilio cannot be reached just now. Nothing was changed; try again in a moment.',
  },
};

const REFUSED = 'carrier_refused';

/** How the form that connects a number tells why it did not. */
export function connectionProblems(error: AppError): FormProblem[] | null {
  if (error.code === REFUSED) {
    const link = { href: ACCOUNT, label: 'Correct the account' };
    return [{ field: null, text: `${error.message}.`, link }];
  }
  const known = REFUSALS[error.code];
  return known ? [known] : atParts(error);
}
