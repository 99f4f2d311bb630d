import type { SampleField, SampleTree } from '../../views/webhook-mappings/sample.js';
import type { JsonValue } from '../common/json-text.js';
import { shorten } from '../common/shorten.js';
import type { Payload } from './intake-body.js';
import { leavesOf } from './payload-leaves.js';
import { parseSourcePath, resolveSource, type Location, type Step } from './source-path.js';

/** More than anybody looks through. */
const MOST_VALUES = 300;

interface Node {
  label: string;
  path: string | null;
  value: string | null;
  at: Location;
  children: Map<string | number, Node>;
}

/**
 * The values of a sample by where they stand, with what the rows make of them.
 * @param suggested sources that are worth a look
 */
export function sampleTree(
  payload: Payload,
  rows: readonly { source: string; target: string }[],
  suggested: readonly string[],
): SampleTree {
  const root: Node = { label: '', path: null, value: null, at: [], children: new Map() };
  let count = 0;
  for (const leaf of leavesOf(payload)) {
    count += 1;
    if (count > MOST_VALUES) break;
    grow(root, payload, leaf);
  }
  const known = { targets: targetsByPlace(payload, rows), suggested: new Set(suggested) };
  return {
    fields: [...root.children.values()].map((node) => fieldOf(node, known)),
    isCut: count > MOST_VALUES,
  };
}

function grow(root: Node, payload: Payload, { path, value }: { path: string; value: JsonValue }): void {
  const parsed = parseSourcePath(path);
  const found = resolveSource(parsed, payload);
  if (!found.found) return;
  let node = root;
  for (const [depth, key] of found.at.entries()) {
    // A top-level name may look like a path.
    const step = found.at.length === 1 ? undefined : parsed.steps?.[depth];
    node = childOf(node, key, step === undefined ? String(key) : labelOf(step));
  }
  node.path = path;
  node.value = value === '' ? '(empty)' : String(shorten(value));
  offerList(parentOf(root, found.at), payload, path);
}

function childOf(node: Node, key: string | number, label: string): Node {
  const known = node.children.get(key);
  if (known) return known;
  const child: Node = { label, path: null, value: null, at: [...node.at, key], children: new Map() };
  node.children.set(key, child);
  return child;
}

const labelOf = (step: Step): string => {
  if ('index' in step) return `[${step.index}]`;
  return 'name' in step ? step.name : step.equals;
};

function parentOf(root: Node, at: Location): Node | undefined {
  let node: Node | undefined = root;
  for (const key of at.slice(0, -1)) node = node?.children.get(key);
  return node;
}

/** A list of several texts can be taken as a whole; its first item says how it is called. */
function offerList(list: Node | undefined, payload: Payload, firstPath: string): void {
  if (!list || list.path !== null || !firstPath.endsWith('[0]')) return;
  const path = firstPath.slice(0, -'[0]'.length);
  const found = resolveSource(parseSourcePath(path), payload);
  if (!found.found || !Array.isArray(found.value)) return;
  const items = found.value as readonly JsonValue[];
  const isPlain = items.every((item) => typeof item !== 'object' || item === null);
  if (isPlain && items.length > 1) list.path = path;
}

function targetsByPlace(
  payload: Payload,
  rows: readonly { source: string; target: string }[],
): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const { source, target } of rows) {
    const found = source === '' ? { found: false as const } : resolveSource(parseSourcePath(source), payload);
    if (!found.found || target === '') continue;
    const place = placeOf(found.at);
    targets.set(place, [...new Set([...(targets.get(place) ?? []), target])]);
  }
  return targets;
}

interface Known {
  targets: ReadonlyMap<string, readonly string[]>;
  suggested: ReadonlySet<string>;
}

const placeOf = (at: Location): string => JSON.stringify(at);

function fieldOf(node: Node, known: Known): SampleField {
  const { label, path, value, at, children } = node;
  const fields = [...children.values()].map((child) => fieldOf(child, known));
  const targets = known.targets.get(placeOf(at)) ?? [];
  return { label, path, value, targets, fields, isOpen: sizeOf(node) <= FEW || isOfInterest(node, known) };
}

/** As many values are looked at anyway. */
const FEW = 5;

const sizeOf = ({ children }: Node): number =>
  children.size === 0 ? 1 : [...children.values()].reduce((sum, child) => sum + sizeOf(child), 0);

const isOfInterest = ({ at, path, children }: Node, known: Known): boolean =>
  known.targets.has(placeOf(at)) ||
  (path !== null && known.suggested.has(path)) ||
  [...children.values()].some((child) => isOfInterest(child, known));
