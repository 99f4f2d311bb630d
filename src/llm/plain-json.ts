import { ThoughtFilter } from './thought-filter.js';

const FENCED = /^```[a-z]*\s*\n([^]*?)\n?```$/i;

/** The JSON of an answer that some models wrap: in thoughts before it, in a code fence around it. */
export function plainJson(content: string): string {
  const filter = new ThoughtFilter();
  const text = (filter.push(content) + filter.end()).trim();
  return FENCED.exec(text)?.[1]?.trim() ?? text;
}
