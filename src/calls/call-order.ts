import { where, type Condition } from '../database/conditions.js';

export const ORDERS = ['desc', 'asc'] as const;
export type Order = (typeof ORDERS)[number];

/**
 * What calls can be sorted by. A call that has not ended counts as ending later than every instant: the order that
 * PostgreSQL gives to NULL, in a form that one comparison and one index serve.
 */
const ORDER_COLUMNS = {
  started_at: 'call.started_at',
  ended_at: `coalesce(call.ended_at, 'infinity')`,
  created_at: 'call.created_at',
} as const;
export type OrderBy = keyof typeof ORDER_COLUMNS;
export const ORDER_BY = Object.keys(ORDER_COLUMNS) as OrderBy[];

/** The end of a page: what the order compares of its last call. Null where the call has no such instant. */
export interface Position {
  instant: string | null;
  id: string;
}

/** `id` breaks ties in the same direction, so that pages never overlap or skip. */
export const orderText = (orderBy: OrderBy, order: Order): string =>
  `${ORDER_COLUMNS[orderBy]} ${order}, call.id ${order}`;

/** The calls that follow a position. */
export const following = (orderBy: OrderBy, order: Order, { instant, id }: Position): Condition =>
  where(
    `(${ORDER_COLUMNS[orderBy]}, call.id) ${order === 'desc' ? '<' : '>'} (?, ?)`,
    instant ?? 'infinity',
    id,
  );

/** The calls that have the instant they would be sorted by. */
export const known = (orderBy: OrderBy): Condition => where(`${ORDER_COLUMNS[orderBy]} < 'infinity'`);
