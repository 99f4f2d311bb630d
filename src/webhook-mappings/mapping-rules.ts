import { Issue } from '../common/app-error.js';
import { JsonScalar } from '../common/json-text.js';
import { Target } from './contact-targets.js';
import { OnDuplicate } from './merge-contact.js';
import { TransformName } from './transforms.js';

/** One value of the payload into one field of the contact. */
export interface FieldMapping {
  readonly source: string;
  readonly target: Target;
  readonly transform: TransformName | null;
}

/** A value of the mapping's own: a default for what the payload leaves empty, or with `override` always written. */
export interface StaticValue {
  readonly target: Exclude<Target, 'phone'>;
  readonly value: JsonScalar;
  readonly override: boolean;
}

/**
 * What a mapping does with a payload. Several field mappings may have one target: the first that yields a value wins,
 * so that a list of them is a chain of fall-backs (mobile, else phone, else work phone).
 */
export interface MappingRules {
  readonly fieldMappings: readonly FieldMapping[];
  readonly staticValues: readonly StaticValue[];
  readonly staticTags: readonly string[];
  readonly onDuplicate: OnDuplicate;
}

/** What a mapping has where nothing else was said. */
export const NO_RULES: MappingRules = {
  fieldMappings: [],
  staticValues: [],
  staticTags: [],
  onDuplicate: 'fill_missing',
};

/** What keeps a mapping with these rules from being active: a contact cannot be without a phone number. */
export function requiresPhone({ fieldMappings }: Pick<MappingRules, 'fieldMappings'>): readonly Issue[] {
  if (fieldMappings.some(({ target }) => target === 'phone')) return [];
  const issue = 'must have a mapping with the target phone for the mapping to be active';
  return [{ field: 'field_mappings', in: 'body', issue }];
}
