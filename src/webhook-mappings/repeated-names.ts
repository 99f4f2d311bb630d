/** What a JSON text is made of, between its outer braces: strings, and what opens, closes and follows a name. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs;

/**
 * Which of `names` stand more than once in the object that a JSON text is, or that stands alone in a list. A parser
 * keeps the last of them and does not tell.
 * @param text valid JSON
 */
export function repeatedNames(text: string, names: readonly string[]): string[] {
  const counts = new Map(names.map((name) => [name, 0]));
  const level = text.trimStart().startsWith('[') ? 2 : 1;
  let depth = 0;
  let last = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === level) count(counts, last);
    last = token;
  }
  return names.filter((name) => (counts.get(name) ?? 0) > 1);
}

/** @param quoted a name as it stands in the text; it may be written with escapes */
function count(counts: Map<string, number>, quoted: string): void {
  const name = JSON.parse(quoted) as string;
  const seen = counts.get(name);
  if (seen !== undefined) counts.set(name, seen + 1);
}
