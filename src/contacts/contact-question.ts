import { ConfirmPage, type ConfirmProps } from '../../views/shared/confirm-page.js';
import type { Place } from '../../views/shared/page-head.js';
import type { PageAnswer } from '../auth/page-answer.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { FormProblem } from '../auth/shown-again.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { CONTACTS_PATH } from './contact-paths.decorator.js';
import type { ContactRow } from './contact.presenter.js';
import { nameOf } from './contact-words.js';

/** What is asked before something is done to a contact. */
export type Question = Omit<ConfirmProps, 'frame' | 'from' | 'problems'>;

/** What a contact is called where it must be called something. */
export const labelOf = (contact: ContactRow): string => nameOf(contact) ?? nationalPhoneNumber(contact.phone);

/** Where a question about a contact leads back to. */
export const pageOf = (contact: ContactRow): [Place, Place] => [
  { href: CONTACTS_PATH, label: 'Contacts' },
  { href: `${CONTACTS_PATH}/${contact.id}`, label: labelOf(contact) },
];

/** The question, again with what was wrong with the answer. */
export const ask = (
  visit: PageVisit,
  contact: ContactRow,
  question: Question,
  problems: FormProblem[] = [],
): PageAnswer =>
  show(visit, ConfirmPage, { ...question, from: pageOf(contact), problems }, problems.length > 0 ? 422 : 200);
