import type { Form } from '../auth/form.js';
import { InvalidRequest } from '../common/app-error.js';

/** A variable as a form has it. */
export interface VariableRow {
  name: string;
  value: string;
}

/** Rows that a form offers beyond those that are filled in. */
const BLANK_ROWS = 2;

export const withBlanks = (rows: readonly VariableRow[]): VariableRow[] => [
  ...rows,
  ...Array.from({ length: BLANK_ROWS }, () => ({ name: '', value: '' })),
];

/** Browsers send line breaks as CR LF. */
export const asTyped = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/** The rows of which anything was filled in. */
export function variableRowsIn(form: Form): VariableRow[] {
  const values = form.all('variable_value');
  return form
    .all('variable_name')
    .map((name, row) => ({ name, value: asTyped(values[row] ?? '') }))
    .filter(({ name, value }) => name !== '' || value !== '');
}

/** The same, each with a name of its own. @throws InvalidRequest for a row without one, or a name that stands twice */
export function namedRowsIn(form: Form): VariableRow[] {
  const rows = variableRowsIn(form);
  const names = new Set<string>();
  for (const [row, { name }] of rows.entries()) {
    if (name === '') throw badRow(row, 'needs a name');
    if (names.has(name)) throw badRow(row, 'has the name of another row');
    names.add(name);
  }
  return rows;
}

const badRow = (row: number, issue: string): InvalidRequest =>
  new InvalidRequest('Invalid variables', [
    { field: 'variables', in: 'body', issue: `row ${row + 1} ${issue}` },
  ]);
