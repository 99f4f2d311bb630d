import type { Form } from '../auth/form.js';
import { readJson } from '../common/json-text.js';
import { rowCount, withoutRow, withRow, withRowRaised } from './form-rows.js';

type Row = Readonly<Record<string, string>>;

const SCHEMA_DEPTH = 32;

/** What a new row of each list holds; a list of several kinds has one for each, told by its `type`. */
const NEW_ROWS: Record<string, Record<string, Row>> = {
  transfer_destinations: { row: { name: '', phone: '', description: '' } },
  http_tools: {
    row: {
      name: '',
      description: '',
      url: '',
      parameters: '{\n  "type": "object",\n  "properties": {}\n}',
      timeout_seconds: '10',
    },
  },
  success_criteria: { row: { name: '', description: '', type: 'boolean' } },
  extractions: { row: { name: '', description: '', schema: '{\n  "type": "string"\n}' } },
  post_call_actions: {
    add_tag: { type: 'add_tag', name: '', when: 'always', tag: '' },
    add_note: { type: 'add_note', name: '', when: 'always', body: '' },
    http_request: { type: 'http_request', name: '', when: 'always', url: '' },
  },
};

type ReadField = (form: Form, name: string) => unknown;

/** A text of several lines; browsers send each line's end as two characters. */
export const linesOf = (form: Form, name: string): string => form.raw(name).replaceAll('\r\n', '\n');

/** What is no number stays none, and is refused for itself. */
export const numberIn = (form: Form, name: string): number =>
  form.text(name) === '' ? NaN : Number(form.text(name));

/** What is no JSON stays a text, and is refused for itself. */
const jsonIn: ReadField = (form, name) => {
  try {
    return readJson(Buffer.from(form.raw(name)), { maxDepth: SCHEMA_DEPTH });
  } catch {
    return form.raw(name);
  }
};

/** How fields of rows are read; all others are one line. */
const FIELDS: Record<string, ReadField> = {
  description: linesOf,
  body: linesOf,
  parameters: jsonIn,
  schema: jsonIn,
  timeout_seconds: numberIn,
};
const oneLine: ReadField = (form, name) => form.text(name);

/** Whether a field of a row is JSON. */
export const isJsonField = (name: string): boolean => FIELDS[name.split('.').at(-1) ?? ''] === jsonIn;

const newRowLike = (form: Form, list: string, place: number): Row => {
  const kinds = NEW_ROWS[list] ?? {};
  return kinds[form.text(`${list}[${place}].type`)] ?? kinds['row'] ?? { type: '' };
};

/** The rows of a list as the API takes them. */
export const rowsIn = (form: Form, list: string): Record<string, unknown>[] =>
  Array.from({ length: rowCount(form, list) }, (_, place) =>
    Object.fromEntries(
      Object.keys(newRowLike(form, list, place)).map((name) => [
        name,
        (FIELDS[name] ?? oneLine)(form, `${list}[${place}].${name}`),
      ]),
    ),
  );

/** The form without the rows that were added and left as they were. */
export function withoutBlankRows(form: Form): Form {
  return Object.keys(NEW_ROWS).reduce((kept, list) => {
    const places = Array.from({ length: rowCount(kept, list) }, (_, place) => place);
    return places
      .filter((place) => isBlank(kept, list, place))
      .reduceRight((rest, place) => withoutRow(rest, list, place), kept);
  }, form);
}

const isBlank = (form: Form, list: string, place: number): boolean =>
  Object.entries(newRowLike(form, list, place)).every(
    ([name, fresh]) => linesOf(form, `${list}[${place}].${name}`).trim() === fresh,
  );

/** A form whose rows were changed by one of its buttons, and where the work goes on. */
export interface Rearranged {
  form: Form;
  focus: string;
}

/**
 * Does what a button of the form asks for: `add http_tools`, `add post_call_actions add_tag`, `remove http_tools 1`,
 * `raise post_call_actions 1`. Null when the form is to be saved.
 */
export function rearranged(form: Form): Rearranged | null {
  const [verb, list = '', which = 'row'] = form.text('do').split(' ');
  const kinds = NEW_ROWS[list];
  const row = kinds?.[which];
  const place = Number(which);
  if (!kinds) return null;
  if (verb === 'add' && row)
    return { form: withRow(form, list, row), focus: `${list}[${rowCount(form, list)}].name` };
  if (verb === 'remove') return { form: withoutRow(form, list, place), focus: `add-${list}` };
  if (verb !== 'raise') return null;
  return { form: withRowRaised(form, list, place), focus: `${list}[${Math.max(0, place - 1)}].name` };
}
