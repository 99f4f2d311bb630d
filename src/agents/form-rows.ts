import type { Form } from '../auth/form.js';

/** Rows of a form: each field of a row is named as the API names it, such as `http_tools[1].url`. */

const PLACE = /^(\w+)\[(\d+)\]\./;

/** How many rows of a list a form has. */
export const rowCount = (form: Form, list: string): number =>
  new Set(form.names().flatMap((name) => placeOf(name, list) ?? [])).size;

/** The form with one more row, filled in so far with what is given. */
export const withRow = (form: Form, list: string, row: Record<string, string>): Form => {
  const place = rowCount(form, list);
  return form.changed((fields) => [
    ...fields,
    ...Object.entries(row).map(([name, value]): [string, string] => [`${list}[${place}].${name}`, value]),
  ]);
};

export const withoutRow = (form: Form, list: string, place: number): Form =>
  renumbered(form, list, (row) => (row === place ? null : row > place ? row - 1 : row));

/** The form with a row before the one that stood before it. */
export const withRowRaised = (form: Form, list: string, place: number): Form =>
  place === 0
    ? form
    : renumbered(form, list, (row) => (row === place ? place - 1 : row === place - 1 ? place : row));

/** The form with each row at another place, or without it where that is null. */
const renumbered = (form: Form, list: string, placed: (row: number) => number | null): Form =>
  form.changed((fields) =>
    fields.flatMap(([name, value]): [string, string][] => {
      const row = placeOf(name, list);
      if (row === null) return [[name, value]];
      const place = placed(row);
      return place === null ? [] : [[name.replace(PLACE, `${list}[${place}].`), value]];
    }),
  );

function placeOf(name: string, list: string): number | null {
  const [, owner, place] = PLACE.exec(name) ?? [];
  return owner === list ? Number(place) : null;
}
