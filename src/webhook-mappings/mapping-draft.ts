import type { MappingFields } from './mapping-form.js';
import { type Suggestion, targetFor } from './suggest-mappings.js';

type Rows = MappingFields['rows'];

/** What somebody did with the sample of a form that is not saved yet, as a button's value says it. */
export type DraftAct =
  | { act: 'look' }
  | { act: 'listen' }
  | { act: 'take' }
  | { act: 'paste' }
  | { act: 'use-all' }
  | { act: 'use'; target: string }
  | { act: 'map'; source: string };

/** `use:phone`, `map:lead.phone`, `paste` …; what is none only looks. */
export function draftAct(text: string): DraftAct {
  const [, name = '', rest = ''] = /^([a-z-]+)(?::(.*))?$/s.exec(text) ?? [];
  if (name === 'listen' || name === 'take' || name === 'paste' || name === 'use-all') return { act: name };
  if (name === 'use') return { act: 'use', target: rest };
  return name === 'map' && rest !== '' ? { act: 'map', source: rest } : { act: 'look' };
}

/** What is suggested and not mapped yet. */
export const openSuggestions = (suggestions: readonly Suggestion[], rows: Rows): Suggestion[] =>
  suggestions.filter(({ target }) => !rows.some((row) => row.target === target && row.source !== ''));

/** The rows after what was done. @param into the contact field that was chosen for what is clicked, or nothing */
export function rowsAfter(rows: Rows, done: DraftAct, suggestions: readonly Suggestion[], into = ''): Rows {
  const open = openSuggestions(suggestions, rows);
  if (done.act === 'use-all') return open.reduce(put, rows);
  if (done.act === 'use') return open.filter(({ target }) => target === done.target).reduce(put, rows);
  if (done.act !== 'map') return rows;
  const { source } = done;
  const target = into || targetFor(source, suggestions);
  const suggested = suggestions.find((one) => one.source === source && one.target === target);
  return put(rows, { source, target, transform: suggested?.transform ?? null });
}

/** Into the row that waits for this field, else into the first that is empty, else into a new one. */
function put(rows: Rows, { source, target, transform }: Row): Rows {
  const row = { source, target, transform: transform ?? '' };
  const waiting = rows.findIndex((one) => one.source === '' && one.target === target);
  const empty = rows.findIndex((one) => one.source === '' && one.target === '');
  const place = waiting >= 0 ? waiting : empty;
  return place < 0 ? [...rows, row] : rows.with(place, row);
}

interface Row {
  source: string;
  target: string;
  transform: string | null;
}
