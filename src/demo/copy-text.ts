import type { Row } from './call-rows.js';

/** What COPY's text format must not have bare (PostgreSQL manual, COPY, "Text Format"). */
const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escape = (text: string): string => text.replaceAll(SPECIAL, (special) => ESCAPES[special] ?? special);

/** One line of COPY's text format. A `Set` is an array of texts, any other object JSON. */
export const copyLine = (row: Row): string => `${Object.values(row).map(copyValue).join('\t')}\n`;

function copyValue(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escape(value);
  if (value instanceof Set) return escape(arrayLiteral([...value] as string[]));
  return escape(JSON.stringify(value));
}

const arrayLiteral = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
