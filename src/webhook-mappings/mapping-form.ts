import type { Form } from '../auth/form.js';
import { TEXT_TARGETS } from './contact-targets.js';
import type { MappingRules } from './mapping-rules.js';
import { TRANSFORMS } from './transforms.js';

/** Rows to fill in that a form offers beyond those that are filled in. */
const BLANK_ROWS = 3;
const BLANK_CONSTANTS = 1;

export const TARGET_NAMES = ['phone', ...Object.keys(TEXT_TARGETS), 'variables.'];

export const TRANSFORM_CHOICES = [
  { value: '', label: 'As it is' },
  ...Object.keys(TRANSFORMS).map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
];

/** What a mapping's form shows. */
export interface MappingFields {
  name: string;
  active: boolean;
  version: string;
  rows: { source: string; target: string; transform: string }[];
  constants: { target: string; value: string; override: boolean }[];
  tags: string;
  onDuplicate: string;
}

const blank = { source: '', target: '', transform: '' };
const blankConstant = { target: '', value: '', override: false };

const withBlanks = (fields: MappingFields): MappingFields => ({
  ...fields,
  rows: [...fields.rows, ...Array.from({ length: BLANK_ROWS }, () => blank)],
  constants: [...fields.constants, ...Array.from({ length: BLANK_CONSTANTS }, () => blankConstant)],
});

/** The form of a mapping as it is. */
export const fieldsOf = (
  mapping: MappingRules & { name: string; status: string; version: number },
): MappingFields =>
  withBlanks({
    name: mapping.name,
    active: mapping.status === 'active',
    version: String(mapping.version),
    rows: mapping.fieldMappings.map(({ source, target, transform }) => ({
      source,
      target,
      transform: transform ?? '',
    })),
    constants: mapping.staticValues.map(({ target, value, override }) => ({
      target,
      value: String(value),
      override,
    })),
    tags: mapping.staticTags.join(', '),
    onDuplicate: mapping.onDuplicate,
  });

/** The form of a new mapping: the fields that nearly every form has, to be mended rather than typed. */
export const NEW_MAPPING: MappingFields = withBlanks({
  name: '',
  active: true,
  version: '',
  rows: ['phone', 'firstName', 'lastName', 'email'].map((name) => ({
    source: name,
    target: name,
    transform: '',
  })),
  constants: [],
  tags: '',
  onDuplicate: 'fill_missing',
});

function rowsIn(form: Form): MappingFields['rows'] {
  const [targets, transforms] = [form.all('target'), form.all('transform')];
  return form
    .all('source')
    .map((source, row) => ({ source, target: targets[row] ?? '', transform: transforms[row] ?? '' }))
    .filter(({ source, target }) => source !== '' || target !== '');
}

function constantsIn(form: Form): MappingFields['constants'] {
  const [values, overrides] = [form.all('static_value'), form.all('static_override')];
  return form
    .all('static_target')
    .map((target, row) => ({ target, value: values[row] ?? '', override: overrides[row] === 'always' }))
    .filter(({ target, value }) => target !== '' || value !== '');
}

/** The form as it was filled in. */
export const fieldsIn = (form: Form): MappingFields =>
  withBlanks({
    name: form.text('name'),
    active: form.checked('active'),
    version: form.text('version'),
    rows: rowsIn(form),
    constants: constantsIn(form),
    tags: form.text('static_tags'),
    onDuplicate: form.text('on_duplicate'),
  });

/** What was filled in, as the API takes it. */
export const rulesIn = (form: Form) => ({
  field_mappings: rowsIn(form).map(({ source, target, transform }) => ({
    source,
    target,
    transform: transform || null,
  })),
  static_values: constantsIn(form),
  static_tags: form
    .text('static_tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean),
  on_duplicate: form.given('on_duplicate'),
});

export const mappingIn = (form: Form) => ({
  name: form.text('name'),
  status: form.checked('active') ? 'active' : 'inactive',
  ...rulesIn(form),
});
