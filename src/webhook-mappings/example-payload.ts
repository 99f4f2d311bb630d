import type { JsonObject, JsonValue } from '../common/json-text.js';
import type { Target } from './contact-targets.js';
import type { FieldMapping } from './mapping-rules.js';
import { parseSourcePath, type Step } from './source-path.js';

/** What a made-up person has in each field. */
const VALUES: Partial<Record<Target, string>> = {
  // With its country: it is read so wherever the organization is.
  phone: '+13125550142',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  company: 'Analytical Engines',
  countryCode: 'US',
  timezone: 'America/Chicago',
  crmId: 'crm-4711',
  crmSource: 'website',
};

/** Longer lists than anybody posts as an example. */
const MOST_ITEMS = 20;

/** What is being made: read-only only once it is done. */
type Draft = Map<string, Draft> | Draft[] | string;

/** What most forms ask for, by the names that most give it. */
export const USUAL_RULES: readonly FieldMapping[] = [
  { source: 'first_name', target: 'firstName', transform: null },
  { source: 'last_name', target: 'lastName', transform: null },
  { source: 'email', target: 'email', transform: null },
  { source: 'phone', target: 'phone', transform: null },
  { source: 'company', target: 'company', transform: null },
];

/**
 * A payload that the rules make a contact of; what a person would post to try a mapping. Without rules it is what most
 * forms post: something to make rules of.
 */
export function examplePayload(rules: readonly FieldMapping[]): JsonObject {
  const root = new Map<string, Draft>();
  for (const { source, target, transform } of rules.length === 0 ? USUAL_RULES : rules) {
    const isWhole = transform === 'first_name_of' || transform === 'last_name_of';
    const value = isWhole
      ? 'Ada Lovelace'
      : (VALUES[target] ?? (transform === 'date' ? '2026-01-15' : 'example'));
    const { steps } = parseSourcePath(source);
    // Where two rules disagree about what stands at a place, the name itself wins over every path.
    if (steps === null || !put(root, steps, value)) root.set(source, value);
  }
  return finished(root) as JsonObject;
}

/** Puts a value at a place; false when something else is there or on the way. */
function put(root: Draft, steps: readonly Step[], value: string): boolean {
  let node = root;
  for (const [place, step] of steps.entries()) {
    const next = steps[place + 1];
    const fresh = next === undefined ? value : emptyFor(next);
    const child = childOf(node, step, fresh);
    if (child === undefined || (next === undefined) !== (typeof child === 'string')) return false;
    node = child;
  }
  return true;
}

const emptyFor = (step: Step): Draft => ('name' in step ? new Map() : []);

/** What stands at a step, or what is put there; undefined where neither can be. */
function childOf(node: Draft, step: Step, fresh: Draft): Draft | undefined {
  if ('name' in step) {
    if (!(node instanceof Map)) return undefined;
    if (!node.has(step.name)) node.set(step.name, fresh);
    return node.get(step.name);
  }
  if (!Array.isArray(node)) return undefined;
  if ('where' in step) return answerIn(node, step, fresh);
  if (step.index >= MOST_ITEMS) return undefined;
  while (node.length < step.index) node.push('');
  node[step.index] ??= fresh;
  return node[step.index];
}

function answerIn(list: Draft[], { where, equals }: Extract<Step, { where: unknown }>, fresh: Draft) {
  if (!(fresh instanceof Map)) return undefined;
  const names: Step[] = where.map((name) => ({ name }));
  const known = list.find((item) => textAt(item, where) === equals);
  if (known) return known;
  put(fresh, names, equals);
  list.push(fresh);
  return fresh;
}

function textAt(item: Draft, names: readonly string[]): Draft | undefined {
  let node: Draft | undefined = item;
  for (const name of names) node = node instanceof Map ? node.get(name) : undefined;
  return node;
}

function finished(node: Draft): JsonValue {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(finished);
  return Object.fromEntries([...node].map(([name, child]) => [name, finished(child)]));
}
