/**
 * The way this project writes a place inside JSON: `lead.phones[0].number`; a name that has dots or brackets is
 * quoted, `['a.b'].c`. Used in error details and as the source paths of webhook mappings.
 */
export function pathText(steps: readonly (string | number)[]): string {
  return steps
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      const name = printable(step);
      if (!isPlainName(name)) return `[${quoteName(name)}]`;
      return index === 0 ? name : `.${name}`;
    })
    .join('');
}

/** True if `name` can stand in a path as it is. */
export const isPlainName = (name: string): boolean => name !== '' && !/[.[\]]/.test(name);

/** `name` in quotes, with the quote and the backslash escaped by a backslash. */
export const quoteName = (name: string, quote: "'" | '"' = "'"): string =>
  quote + name.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;

/** A name that is itself at fault must not travel on in an answer or a log line. */
const printable = (name: string): string => name.toWellFormed().replaceAll('\0', '\uFFFD');
