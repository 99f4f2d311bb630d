import type { Form } from '../auth/form.js';
import { InvalidRequest } from '../common/app-error.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import type { Contact } from './contact.entity.js';
import { variableText } from './contact-words.js';

/** Rows for variables that a form offers beyond those that are filled in. */
const BLANK_ROWS = 2;

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
  variables: { name: string; value: string }[];
  version: string;
}

const textsOf = (text: (name: TextField) => string): ContactFields['texts'] =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, text(name)])) as ContactFields['texts'];

const withBlanks = (variables: ContactFields['variables']): ContactFields['variables'] => [
  ...variables,
  ...Array.from({ length: BLANK_ROWS }, () => ({ name: '', value: '' })),
];

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
 * @param known the variables there were: one whose text was not touched stays what it is
 * @throws InvalidRequest for a variable without a name, or a name that stands twice
 */
export const contactIn = (form: Form, known: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(TEXT_NAMES.map((name) => [name, form.nullable(name)])),
  phone: form.text('phone'),
  tags: linesOf(form.text('tags')),
  variables: variablesIn(form, known),
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Browsers send line breaks as CR LF. */
const asTyped = (text: string): string => text.replaceAll('\r\n', '\n').trim();

function variableRowsIn(form: Form): ContactFields['variables'] {
  const values = form.all('variable_value');
  return form
    .all('variable_name')
    .map((name, row) => ({ name, value: asTyped(values[row] ?? '') }))
    .filter(({ name, value }) => name !== '' || value !== '');
}

function variablesIn(form: Form, known: Record<string, unknown>): Record<string, unknown> {
  const rows = variableRowsIn(form);
  const names = new Set<string>();
  for (const [row, { name }] of rows.entries()) {
    if (name === '') throw badVariable(row, 'needs a name');
    if (names.has(name)) throw badVariable(row, 'has the name of another row');
    names.add(name);
  }
  return Object.fromEntries(rows.map(({ name, value }) => [name, variableIn(value, known, name)]));
}

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

const badVariable = (row: number, issue: string): InvalidRequest =>
  new InvalidRequest('Invalid variables', [{ field: `variables[${row}]`, in: 'body', issue }]);
