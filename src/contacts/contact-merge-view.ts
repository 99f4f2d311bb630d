import { isolated, unbroken } from '../../views/shared/in-sentence.js';
import type { Form } from '../auth/form.js';
import { countryLabel } from '../common/countries.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { labelOf } from './contact-question.js';
import type { ContactRow } from './contact.presenter.js';
import { variableText } from './contact-words.js';
import {
  comesFromOther,
  mergeContacts,
  MERGED_FIELD_NAMES,
  MERGED_FIELDS,
  type MergedField,
} from './merge-contacts.js';

const LABELS: Record<MergedField, string> = {
  phone: 'Phone',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  company: 'Company',
  country_code: 'Country',
  timezone: 'Time zone',
  crm_id: 'CRM',
};

/** What a contact is called beside another one, and what is typed to choose it. */
interface ToldApart {
  name: string;
  typed: string;
}

/** Two contacts by names that tell them apart: with their numbers, where they are called the same. */
export function toldApart(one: ContactRow, other: ContactRow): [ToldApart, ToldApart] {
  const isNamesake = labelOf(one).toLowerCase() === labelOf(other).toLowerCase();
  const told = (contact: ContactRow): ToldApart => {
    const [name, number] = [labelOf(contact), nationalPhoneNumber(contact.phone)];
    return isNamesake
      ? { name: `${isolated(name)} (${unbroken(number)})`, typed: number }
      : { name, typed: name };
  };
  return [told(one), told(other)];
}

/** The fields that a form says to take from the contact that goes. */
export const takenIn = (form: Form): MergedField[] =>
  MERGED_FIELD_NAMES.filter((name) => form.text(name) === 'other');

/** Two contacts side by side: what each has, and which value survives as things stand. */
export function mergeView(stays: ContactRow, goes: ContactRow, take: readonly MergedField[]) {
  const rows = MERGED_FIELD_NAMES.map((name) => ({
    name,
    label: LABELS[name],
    own: textOf(stays, name),
    other: textOf(goes, name),
    fromOther: comesFromOther(name, stays, goes, take),
  })).filter(({ own, other }) => own !== '' || other !== '');
  return {
    rows,
    tags: [...new Set([...stays.tags, ...goes.tags])],
    variables: survivingVariables(stays, goes),
  };
}

/** Each with the value that survives, and with the other's where that goes. */
function survivingVariables(stays: ContactRow, goes: ContactRow) {
  const { variables = {} } = mergeContacts(stays, goes).changes;
  return Object.entries(variables).map(([name, value]) => {
    const others = Object.hasOwn(goes.variables, name) ? variableText(goes.variables[name]) : '';
    const kept = variableText(value);
    return { name, kept, lost: others === '' || others === kept ? null : others };
  });
}

function textOf(contact: ContactRow, name: MergedField): string {
  if (name === 'phone') return nationalPhoneNumber(contact.phone);
  if (name === 'country_code') return contact.countryCode ? countryLabel(contact.countryCode) : '';
  return MERGED_FIELDS[name]
    .map((column) => contact[column])
    .filter(Boolean)
    .join(' · ');
}
