import { JsonValue } from '../common/json-text.js';
import { ContactDraft, ContactValues, OnDuplicate } from './merge-contact.js';

/** A draft as the storing statement takes it; for a new contact the weak values fill what the strong ones leave. */
export interface ContactLayers {
  /** Written whatever the contact has. */
  readonly strong: ContactValues;
  /** Written where the contact has nothing; without what a strong value is written over. */
  readonly weak: ContactValues;
}

/**
 * Folds the three layers of a draft into the two that matter beside a contact whose values nobody has read yet.
 * Under `skip` an existing contact takes neither.
 */
export function layersOf({ overrides, mapped, defaults }: ContactDraft, policy: OnDuplicate): ContactLayers {
  const strong = policy === 'overwrite' ? stronger(overrides, mapped) : filled(overrides);
  return { strong, weak: beside(strong, stronger(mapped, defaults)) };
}

/** What `other` says and `values` does not. */
const beside = (values: ContactValues, other: ContactValues): ContactValues => ({
  fields: missingIn(values.fields, other.fields),
  variables: missingIn(values.variables, other.variables),
});

const missingIn = <T extends object>(values: T, other: T): T =>
  Object.fromEntries(Object.entries(other).filter(([name]) => !Object.hasOwn(values, name))) as T;

const stronger = (first: ContactValues, second: ContactValues): ContactValues => ({
  fields: { ...present(second.fields), ...present(first.fields) },
  variables: { ...present(second.variables), ...present(first.variables) },
});

const filled = ({ fields, variables }: ContactValues): ContactValues => ({
  fields: present(fields),
  variables: present(variables),
});

/** Without what counts as empty. */
const present = <T extends Readonly<Record<string, JsonValue | undefined>>>(values: T): T =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as T;
