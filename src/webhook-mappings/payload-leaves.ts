import { JsonObject, JsonScalar, JsonValue } from '../common/json-text.js';
import { Location, MAX_SEARCHED_ITEMS, Step, textAt, writeSourcePath } from './source-path.js';

/** One value of a payload that holds no others, and a source path that reads it. */
export interface Leaf {
  path: string;
  value: JsonScalar;
}

/**
 * Lists of pairs, as form tools send answers: what names the item, and which property must stand beside it for the
 * item to be an answer. Such items are listed by name, because their positions change when an answer is left out.
 */
const ANSWER_SHAPES: readonly { name: readonly string[]; beside: readonly string[] }[] = [
  { name: ['field', 'ref'], beside: ['type'] }, // Typeform
  { name: ['name'], beside: ['value', 'values'] }, // Facebook Lead Ads, Gravity Forms, many others
  { name: ['key'], beside: ['value', 'values'] },
  { name: ['field'], beside: ['value', 'values'] },
  { name: ['label'], beside: ['value', 'values'] },
  { name: ['question'], beside: ['answer', 'value'] },
];

const LONGEST_ANSWER_NAME = 100;

/** Places of a payload whose values are not to be listed again. */
export class LocationSet {
  private readonly inner = new Map<string | number, LocationSet>();
  private isWhole = false;

  constructor(locations: readonly Location[] = []) {
    for (const location of locations) this.add(location);
  }

  /** The part of the set below one name or position; undefined if nothing there is in it. */
  below(key: string | number): LocationSet | undefined {
    return this.inner.get(key);
  }

  /** True if this place, with all it holds, is in the set. */
  get whole(): boolean {
    return this.isWhole;
  }

  private add([key, ...rest]: Location): void {
    if (key === undefined) {
      this.isWhole = true;
    } else {
      const next = this.inner.get(key) ?? new LocationSet();
      this.inner.set(key, next);
      next.add(rest);
    }
  }
}

/**
 * The leaves of a payload, in its order, outside `except` and without the names of answers. Every path given reads
 * exactly the value given with it; a leaf that no path can read, because top-level names imitate every spelling of it,
 * is left out. Lazy: stop when you have enough.
 */
export function* leavesOf(payload: JsonObject, except = new LocationSet()): Generator<Leaf> {
  const pending: Node[] = [{ value: payload, step: null, parent: null, except, naming: [] }];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.except?.whole) continue;
    if (typeof node.value === 'object' && node.value !== null) {
      const children = Array.isArray(node.value)
        ? itemsOf(node, node.value as readonly JsonValue[])
        : propertiesOf(node, node.value as JsonObject);
      for (const child of children.reverse()) pending.push(child);
    } else {
      const path = spell(node, payload);
      if (path !== null) yield { path, value: node.value };
    }
  }
}

/** A place in the payload on the way to its leaves. */
interface Node {
  value: JsonValue;
  /** The step to here from `parent`; both null for the payload itself. */
  step: Step | null;
  parent: Node | null;
  except: LocationSet | undefined;
  /** Below here, the place of the answer's own name, which the path to here says already. */
  naming: readonly string[];
}

function propertiesOf(parent: Node, object: JsonObject): Node[] {
  const nodes: Node[] = [];
  for (const name of Object.keys(object)) {
    const isOnWay = name === parent.naming[0];
    if (isOnWay && parent.naming.length === 1) continue;
    const naming = isOnWay ? parent.naming.slice(1) : [];
    nodes.push({
      value: object[name] ?? null,
      step: { name },
      parent,
      except: parent.except?.below(name),
      naming,
    });
  }
  return nodes;
}

function itemsOf(parent: Node, items: readonly JsonValue[]): Node[] {
  const answers = answerSteps(items);
  return items.map((value, index) => {
    const answer = answers.get(index);
    const except = parent.except?.below(index);
    return { value, step: answer ?? { index }, parent, except, naming: answer?.where ?? [] };
  });
}

type Answer = Extract<Step, { where: unknown }>;

/** For each item of a list that can be found by its name: the step that finds it, and nothing before it. */
function answerSteps(items: readonly JsonValue[]): Map<number, Answer> {
  const steps = new Map<number, Answer>();
  for (const { name, beside } of ANSWER_SHAPES) {
    const taken = new Set<string>();
    for (const [index, item] of items.slice(0, MAX_SEARCHED_ITEMS).entries()) {
      const equals = textAt(item, name);
      if (equals === undefined || taken.has(equals)) continue;
      taken.add(equals);
      const isAnswer = beside.some((property) => Object.hasOwn(item as JsonObject, property));
      if (isAnswer && !steps.has(index) && equals.length <= LONGEST_ANSWER_NAME)
        steps.set(index, { where: name, equals });
    }
  }
  return steps;
}

/** A source that reads the value at `leaf`, plain where possible. */
function spell(leaf: Node, payload: JsonObject): string | null {
  const steps: Step[] = [];
  for (let node: Node | null = leaf; node?.step; node = node.parent) steps.unshift(node.step);
  const [first] = steps;
  if (steps.length === 1 && first && 'name' in first && first.name !== '') return first.name;
  for (const quote of [undefined, "'", '"'] as const) {
    const path = writeSourcePath(steps, quote);
    if (!Object.hasOwn(payload, path)) return path;
  }
  return null;
}
