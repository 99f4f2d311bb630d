import { duplicateWords, FROM_FILE } from '../../views/webhook-mappings/on-duplicate.js';
import { linesOf } from '../common/text-lines.js';
import type { Form } from '../auth/form.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { shorten } from '../common/shorten.js';
import { CONTACT_LIMITS } from '../contacts/contact-fields.js';
import { InvalidRequest } from '../common/app-error.js';
import { ON_DUPLICATE } from '../webhook-mappings/merge-contact.js';
import { type ColumnUse, type ImportChoices, planColumns } from './import-plan.js';
import type { ContactImport } from './contact-import.entity.js';
import type { ReadRow } from './read-row.js';

/** Rows of a file that are shown before it is imported. */
const ROWS_SHOWN = 10;

export const NO_CHOICES: ImportChoices = { onDuplicate: 'fill_missing', tags: [], keepOthers: false };

/** What was chosen, as it was filled in. */
export const filledIn = (form: Form): ImportChoices => ({
  onDuplicate: ON_DUPLICATE.find((one) => one === form.text('on_duplicate')) ?? NO_CHOICES.onDuplicate,
  tags: linesOf(form.text('tags')),
  keepOthers: form.checked('keep_others'),
});

/** What was chosen. @throws InvalidRequest */
export function choicesIn(form: Form): ImportChoices {
  const { tags, ...choices } = filledIn(form);
  if (tags.length > CONTACT_LIMITS.tags || tags.some((tag) => tag.length > CONTACT_LIMITS.tag)) {
    const issue = `must be at most ${CONTACT_LIMITS.tags} tags of at most ${CONTACT_LIMITS.tag} characters`;
    throw new InvalidRequest('Invalid tags', [{ field: 'tags', in: 'body', issue }]);
  }
  return { ...choices, tags: [...new Set(tags)] };
}

/** What was chosen, as the page of an import tells it. */
export const choiceWords = ({ onDuplicate, tags, keepOthers }: ImportChoices) => ({
  onDuplicate: duplicateWords(onDuplicate, FROM_FILE),
  tags,
  otherColumns: keepOthers ? 'Kept as variables' : 'Not imported',
});

const USE_WORDS: Record<string, string> = {
  phone: 'Phone',
  firstName: 'First name',
  lastName: 'Last name',
  name: 'First and last name',
  email: 'E-mail',
  company: 'Company',
  countryCode: 'Country',
  timezone: 'Time zone',
  crmId: 'ID in the CRM',
  crmSource: 'CRM',
  tags: 'Tags',
  variables: 'Variables, as JSON',
  do_not_call: 'Do not call',
};

function useWords(use: ColumnUse): string | null {
  if (use === null) return null;
  return USE_WORDS[use] ?? `Variable ${use.replace('variables.', '')}`;
}

/** How the file would be read, for its page. */
export function previewView(
  { headers, rowCount }: Pick<ContactImport, 'headers' | 'rowCount'>,
  rows: readonly ReadRow[],
  choices: ImportChoices,
) {
  const columns = planColumns(headers, choices.keepOthers);
  return {
    columns: columns.map(({ header, use }) => ({ header, use: useWords(use) })),
    hasPhone: columns.some(({ use }) => use === 'phone'),
    rows: rows.slice(0, ROWS_SHOWN).map(rowView),
    count: rowsOf(rowCount),
    looked: rows.length === rowCount ? rowsOf(rowCount) : `the first ${rowsOf(rows.length)}`,
    refused: rows.filter(({ phone }) => phone === null).length,
    onDuplicate: choices.onDuplicate,
    tags: choices.tags.join('\n'),
    keepOthers: choices.keepOthers,
  };
}

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`);

const rowView = ({ rowNumber, phone, draft, isNotToBeCalled, problems }: ReadRow) => ({
  rowNumber,
  phone: phone === null ? null : { number: phone, shown: nationalPhoneNumber(phone) },
  name: [draft.mapped.fields.firstName, draft.mapped.fields.lastName].filter(Boolean).join(' '),
  email: draft.mapped.fields.email ?? '',
  company: draft.mapped.fields.company ?? '',
  tags: draft.tags,
  isNotToBeCalled,
  problems: problems.map(problemView),
});

/** With the value that was refused, as it stands in the file. */
const problemView = ({ header, value, issue }: ReadRow['problems'][number]): string =>
  [header, value.trim() && `“${shorten(value)}”`, issue].filter(Boolean).join(' ');
