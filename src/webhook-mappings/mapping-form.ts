import type { Form } from '../auth/form.js';
import { linesOf } from '../common/text-lines.js';
import { TEXT_TARGETS } from './contact-targets.js';
import type { MappingRules } from './mapping-rules.js';
import { transformWords } from './transform-words.js';
import { TRANSFORMS } from './transforms.js';

/** Rows to fill in that a form offers beyond those that are filled in. */
const BLANK_ROWS = 2;
const BLANK_CONSTANTS = 1;

export const TARGET_NAMES = ['phone', ...Object.keys(TEXT_TARGETS), 'variables.'];

export const TRANSFORM_CHOICES = [
  { value: '', label: transformWords(null) },
  ...Object.keys(TRANSFORMS).map((name) => ({ value: name, label: transformWords(name) })),
];

/** A form that is being written, and the sample beside it. */
export interface Draft {
  fields: MappingFields;
  /** The sample as JSON; empty while there is none. */
  sample: string;
  /** When it was received; empty for one that was pasted. */
  sampleAt: string;
  /** While the next request is waited for: the newest one before it, or `none`. */
  after: string | null;
}

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
/** What is wanted of nearly every sender, to be filled from a sample. */
const WANTED = ['phone', 'firstName', 'lastName', 'email'].map((target) => ({
  source: '',
  target,
  transform: '',
}));

const blankConstant = { target: '', value: '', override: false };

/** With rows to fill in at the end. */
export const withBlanks = (fields: MappingFields): MappingFields => ({
  ...fields,
  rows: [...withoutLast(fields.rows, isBlank), ...Array.from({ length: BLANK_ROWS }, () => blank)],
  constants: [...fields.constants, ...Array.from({ length: BLANK_CONSTANTS }, () => blankConstant)],
});

const isBlank = ({ source, target }: MappingFields['rows'][number]): boolean =>
  source === '' && target === '';

/** A list without those at its end. */
const withoutLast = <T>(list: readonly T[], isGone: (one: T) => boolean): T[] =>
  list.slice(0, list.findLastIndex((one) => !isGone(one)) + 1);

/** The form of a mapping as it is. */
export const fieldsOf = (
  mapping: MappingRules & { name: string; status: string; version: number },
): MappingFields =>
  withBlanks({
    name: mapping.name,
    active: mapping.status === 'active',
    version: String(mapping.version),
    rows:
      mapping.fieldMappings.length === 0
        ? WANTED
        : mapping.fieldMappings.map(({ source, target, transform }) => ({
            source,
            target,
            transform: transform ?? '',
          })),
    constants: mapping.staticValues.map(({ target, value, override }) => ({
      target,
      value: String(value),
      override,
    })),
    tags: mapping.staticTags.join('\n'),
    onDuplicate: mapping.onDuplicate,
  });

/** The form of a new mapping. */
export const NEW_MAPPING: MappingFields = withBlanks({
  name: '',
  active: true,
  version: '',
  rows: WANTED,
  constants: [],
  tags: '',
  onDuplicate: 'fill_missing',
});

function rowsIn(form: Form): MappingFields['rows'] {
  const [targets, transforms] = [form.all('target'), form.all('transform')];
  return form
    .all('source')
    .map((source, row) => ({ source, target: targets[row] ?? '', transform: transforms[row] ?? '' }));
}

function constantsIn(form: Form): MappingFields['constants'] {
  const [values, overrides] = [form.all('static_value'), form.all('static_override')];
  return form
    .all('static_target')
    .map((target, row) => ({ target, value: values[row] ?? '', override: overrides[row] === 'always' }))
    .filter(({ target, value }) => target !== '' || value !== '');
}

/** The form as it was filled in. */
const fieldsIn = (form: Form): MappingFields => ({
  name: form.text('name'),
  active: form.checked('active'),
  version: form.text('version'),
  rows: rowsIn(form),
  constants: constantsIn(form),
  tags: form.text('static_tags'),
  onDuplicate: form.text('on_duplicate'),
});

/** What was filled in, as the API takes it; a row without a source says nothing. */
export const rulesOf = ({ rows, constants, tags, onDuplicate }: MappingFields) => ({
  field_mappings: rows
    .filter(({ source }) => source !== '')
    .map(({ source, target, transform }) => ({ source, target, transform: transform || null })),
  static_values: constants.filter(({ target, value }) => target !== '' || value !== ''),
  static_tags: linesOf(tags),
  on_duplicate: onDuplicate || undefined,
});

/** The mapping that was filled in; a button may say that it is to be paused. */
export const mappingIn = (form: Form) => ({
  name: form.text('name'),
  status: form.checked('active') && !form.checked('paused') ? 'active' : 'inactive',
  ...rulesOf(fieldsIn(form)),
});

/** The form with the sample beside it. */
export const draftIn = (form: Form): Draft => ({
  fields: fieldsIn(form),
  sample: form.text('sample'),
  sampleAt: instantText(form.text('sample_at')),
  after: form.checked('after') ? form.text('after') : null,
});

const instantText = (text: string): string =>
  Number.isNaN(Date.parse(text)) ? '' : new Date(text).toISOString();

/** The draft as it is shown when it was refused: its rows stand in the order in which they are told of. */
export function refusedDraftIn(form: Form): Draft {
  const { fields, ...sample } = draftIn(form);
  const [filled, empty] = [true, false].map((has) =>
    fields.rows.filter(({ source }) => (source !== '') === has),
  );
  return { ...sample, fields: withBlanks({ ...fields, rows: [...(filled ?? []), ...(empty ?? [])] }) };
}

/** Whether contacts would be without a number, and so without what makes them. */
export const lacksPhone = ({ rows }: MappingFields): boolean =>
  !rows.some(({ source, target }) => source !== '' && target === 'phone');
