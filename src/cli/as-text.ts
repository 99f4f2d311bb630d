/** A result for a person: a page as a table, anything else as one line a value. */
export function asText(result: object): string {
  const { data, pagination } = result as { data?: object[]; pagination?: { total: number } };
  if (!Array.isArray(data))
    return aligned(Object.entries(result).map(([name, value]) => [name, cell(value)]));
  const total = pagination?.total ?? data.length;
  const count = data.length < total ? `${data.length} of ${total}\n` : `${total} in all\n`;
  const [first] = data;
  return first ? table(Object.keys(first), data) + count : count;
}

function table(names: string[], rows: readonly object[]): string {
  return aligned([names, ...rows.map((row) => names.map((name) => cell((row as Cells)[name])))]);
}

type Cells = Record<string, unknown>;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Columns as wide as their widest cell, two spaces apart. */
function aligned(rows: readonly string[][]): string {
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = rows[0]?.map((_, column) => width(column)) ?? [];
  const line = (row: string[]): string =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}
