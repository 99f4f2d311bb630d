import type { Form } from '../auth/form.js';
import { linesOf } from '../common/text-lines.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import type { Contact } from './contact.entity.js';
import { variableText } from './contact-words.js';
import { asTyped, namedRowsIn, type VariableRow, variableRowsIn, withBlanks } from './variable-rows.js';

/** The fields of one line, by the API's names. */
const TEXT_FIELDS = {
  phone: 'phone',
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  company: 'company',
  country_code: 'countryCode',
  timezone: 'timezone',
  crm_id: 'crmId',
  crm_source: 'crmSource',
} as const satisfies Record<string, keyof Contact>;
type TextField = keyof typeof TEXT_FIELDS;
const TEXT_NAMES = Object.keys(TEXT_FIELDS) as TextField[];

/** What a contact's form shows. */
export interface ContactFields {
  texts: Record<TextField, string>;
  /** One a line. */
  tags: string;
  variables: VariableRow[];
  version: string;
}

const textsOf = (text: (name: TextField) => string): ContactFields['texts'] =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, text(name)])) as ContactFields['texts'];

export const NEW_CONTACT: ContactFields = {
  texts: textsOf(() => ''),
  tags: '',
  variables: withBlanks([]),
  version: '',
};

/** The form of a contact as it is. */
export const fieldsOf = (contact: Contact): ContactFields => ({
  texts: {
    ...textsOf((name) => contact[TEXT_FIELDS[name]] ?? ''),
    phone: nationalPhoneNumber(contact.phone),
  },
  tags: contact.tags.join('\n'),
  variables: withBlanks(
    Object.entries(contact.variables).map(([name, value]) => ({ name, value: variableText(value) })),
  ),
  version: String(contact.version),
});

/** The form as it was filled in. */
export const fieldsIn = (form: Form): ContactFields => ({
  texts: textsOf((name) => form.text(name)),
  tags: form.text('tags'),
  variables: withBlanks(variableRowsIn(form)),
  version: form.text('version'),
});

/**
 * What was filled in, as the API takes it.
 * @throws InvalidRequest for a variable without a name, or a name that stands twice
 */
export const contactIn = (form: Form) => ({ ...textsIn(form, TEXT_NAMES), ...listsIn(form, {}) });

/** The same of a contact that there is: what was not touched stays what it is, even what would be refused by now. */
export function changesIn(form: Form, before: Contact) {
  const { texts } = fieldsOf(before);
  const touched = TEXT_NAMES.filter((name) => form.text(name) !== texts[name]);
  return { ...textsIn(form, touched), ...listsIn(form, before.variables) };
}

/** A contact is never without a phone: emptied, it is asked for. */
const textsIn = (form: Form, names: readonly TextField[]) =>
  Object.fromEntries(names.map((name) => [name, name === 'phone' ? form.text(name) : form.nullable(name)]));

const listsIn = (form: Form, known: Record<string, unknown>) => ({
  tags: linesOf(form.text('tags')),
  variables: variablesIn(form, known),
});

const variablesIn = (form: Form, known: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(namedRowsIn(form).map(({ name, value }) => [name, variableIn(value, known, name)]));

/** What was no text stays no text, if what was typed is JSON; everything else is text. */
function variableIn(typed: string, known: Record<string, unknown>, name: string): unknown {
  const before = Object.hasOwn(known, name) ? known[name] : '';
  if (asTyped(variableText(before)) === typed) return before;
  return typeof before === 'string' ? typed : (jsonIn(typed) ?? typed);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
