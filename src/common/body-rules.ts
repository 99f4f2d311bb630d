import { z } from 'zod';
import type { Issue } from './app-error.js';
import { pathText } from './json-path.js';
import type { NestedReading, Reading } from './readings.js';
import { shorten } from './shorten.js';

/** A body can be wrong in thousands of places; nobody reads more than these. */
const MOST_ISSUES = 50;

/** What is said of anything that should be an object. */
export const OBJECT = { error: 'must be an object' };

/** One of the rules for single values, inside of an object or a list. */
export const reading = <T>(read: (raw: unknown) => Reading<T>) =>
  z.unknown().transform((raw, context): T => {
    const result = raw === undefined ? { issue: 'is required' } : read(raw);
    if ('value' in result) return result.value;
    context.addIssue({ code: 'custom', message: result.issue, input: raw });
    return z.NEVER;
  });

/** A list of at most `max` items. */
export const list = <T extends z.ZodType>(item: T, max: number) =>
  z.array(item, { error: 'must be a list' }).max(max, { error: `must not have more than ${max} items` });

/** Marks every item whose key an earlier one has; `at` is where in the item the key stands. */
export const distinct =
  <T>(keyOf: (item: T) => unknown, ...at: string[]) =>
  (items: T[], context: z.RefinementCtx<T[]>): void => {
    const seen = new Set<unknown>();
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      if (seen.has(key))
        context.addIssue({ code: 'custom', message: 'is given twice', path: [index, ...at], input: key });
      seen.add(key);
    }
  };

/** Reads one field of a body that has parts; every issue names its own place, such as `http_tools[1].url`. */
export const readParts =
  <T>(field: string, rule: z.ZodType<T>) =>
  (raw: unknown): NestedReading<T> => {
    const read = rule.safeParse(raw, { reportInput: true });
    return read.success ? { value: read.data } : { issues: bodyIssues(read.error, [field]) };
  };

/** What is wrong with a body, each with its place below `above`. */
export const bodyIssues = ({ issues }: z.ZodError, above: readonly string[] = []): Issue[] =>
  issues.flatMap((issue) => issuesOf(issue, above)).slice(0, MOST_ISSUES);

function issuesOf(issue: z.core.$ZodIssue, above: readonly string[]): Issue[] {
  const path = [...above, ...issue.path.filter((step) => typeof step !== 'symbol')];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: pathText([...path, key]),
      in: 'body',
      issue: 'is not a known field',
    }));
  }
  const field = pathText(path) || 'body';
  const received = issue.input === undefined ? {} : { received: shorten(issue.input) };
  return [{ field, in: 'body', issue: issue.message, ...received }];
}
