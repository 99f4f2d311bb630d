import { JsonValue } from '../common/json-text.js';
import { ContactDraft, ContactValues, OnDuplicate } from './merge-contact.js';

/** A draft as the storing statement takes it; for a new contact the weak values fill what the strong ones leave. */
export interface ContactLayers {
  /** Written whatever the contact has. */
  readonly strong: ContactValues;
  /** Written where the contact has nothing. */
  readonly weak: ContactValues;
}

/**
 * Folds the three layers of a draft into the two that matter beside a contact whose values nobody has read yet.
 * Under `skip` an existing contact takes neither.
 */
export function layersOf({ overrides, mapped, defaults }: ContactDraft, policy: OnDuplicate): ContactLayers {
  return {
    strong: policy === 'overwrite' ? stronger(overrides, mapped) : filled(overrides),
    weak: stronger(mapped, defaults),
  };
}

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
