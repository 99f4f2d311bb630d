/** One condition of a WHERE: SQL of ours with a `?` for each value. Values are bound, never written into the text. */
export interface Condition {
  sql: string;
  values: readonly unknown[];
}

export const where = (sql: string, ...values: readonly unknown[]): Condition => ({ sql, values });

/** The condition for a value that was given; null, which `allOf` leaves out, for one that was not. */
export const ifGiven = <T>(value: T | undefined, condition: (value: T) => Condition): Condition | null =>
  value === undefined ? null : condition(value);

/** Joins conditions with AND and adds their values to `bound`, the values of the whole statement. */
export function allOf(conditions: readonly (Condition | null)[], bound: unknown[]): string {
  return conditions
    .filter((condition) => condition !== null)
    .map(({ sql, values }) => {
      const rest = values.values();
      return sql.replaceAll('?', () => `$${bound.push(rest.next().value)}`);
    })
    .join(' AND ');
}
