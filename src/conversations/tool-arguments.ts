import { hash } from 'node:crypto';
import type { LlmTool } from '../llm/llm.js';
import { compileSchema } from '../common/json-schema.js';

export type ToolArguments = Record<string, unknown>;

/** Faults that a model is told at most: it corrects one after the other anyway. */
const MOST_FAULTS = 5;

/** The arguments of a tool's call as its schema wants them, or what the model is told is wrong with them. */
export function readArguments(tool: LlmTool, text: string): { value: ToolArguments } | { problem: string } {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'The arguments must be a JSON object' };
  const schema = compileSchema(tool.parameters);
  if ('problem' in schema) return { problem: `The tool cannot be used: its schema ${schema.problem}` };
  const checked = schema.check(value);
  if ('problem' in checked) return { problem: `The arguments cannot be checked: ${checked.problem}` };
  const wrong = checked.faults.map(({ path, message }) => `${path || 'value'} ${message}`);
  return wrong.length === 0
    ? { value: value as ToolArguments }
    : { problem: `The arguments are wrong: ${wrong.slice(0, MOST_FAULTS).join('; ')}` };
}

/** What a model wrote, as a record keeps it: parsed, or the text where it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The same for the same tool with the same arguments, in whatever order they were written. */
export const sameCallKey = (name: string, value: ToolArguments): string =>
  hash('sha256', JSON.stringify([name, sorted(value)]));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, part]) => [name, sorted(part)]);
}
