import { JsonObject, JsonValue } from '../common/json-text.js';
import { TEXT_TARGETS, TextTarget } from './contact-targets.js';

/** What happens to a contact that exists already; see {@link mergeContact}. */
export const ON_DUPLICATE = ['fill_missing', 'overwrite', 'skip'] as const;
export type OnDuplicate = (typeof ON_DUPLICATE)[number];

/** Values for some of a contact's fields; what is absent says nothing about its field. */
export interface ContactValues {
  readonly fields: Readonly<Partial<Record<TextTarget, string>>>;
  readonly variables: JsonObject;
}

/** What one request brings for a contact, kept apart by the right each value has over what is there. */
export interface ContactDraft {
  /** From the payload: follows `on_duplicate`. */
  readonly mapped: ContactValues;
  /** Static values without the flag: fill what is empty. */
  readonly defaults: ContactValues;
  /** Static values with `override`: always written. */
  readonly overrides: ContactValues;
  /** Static tags: added, never replacing. */
  readonly tags: readonly string[];
}

/** The part of a contact that an intake can change. Its phone number is its identity and stays. */
export interface ContactState {
  readonly fields: Readonly<Record<TextTarget, string | null>>;
  readonly variables: JsonObject;
  readonly tags: readonly string[];
}

export type MergeStatus = 'created' | 'updated' | 'unchanged';

/** From the strongest to the weakest, whose value a field takes; `kept` is what the contact has. */
type Layer = 'overrides' | 'mapped' | 'kept' | 'defaults';
const PRECEDENCE: Record<Exclude<OnDuplicate, 'skip'>, readonly Layer[]> = {
  fill_missing: ['overrides', 'kept', 'mapped', 'defaults'],
  overwrite: ['overrides', 'mapped', 'kept', 'defaults'],
};

/**
 * What a contact looks like after an intake: the specification of the statement that stores it.
 * - A new contact takes override, payload, default, in this order.
 * - `fill_missing`: the payload fills only what is empty; `overwrite`: the payload replaces. Under both a missing value
 *   erases nothing, an override is written, a default fills only what is empty, tags are added behind the present ones.
 * - `skip` changes nothing.
 *
 * Variables follow the same rules one by one. Empty is null, and '' for a field.
 * @param existing the contact of this phone number, or null if there is none
 */
export function mergeContact(
  existing: ContactState | null,
  draft: ContactDraft,
  onDuplicate: OnDuplicate,
): { contact: ContactState; status: MergeStatus } {
  if (existing && onDuplicate === 'skip') return { contact: existing, status: 'unchanged' };
  const order = PRECEDENCE[onDuplicate === 'overwrite' ? 'overwrite' : 'fill_missing'];
  const present = existing ?? NOTHING;
  const layers = { ...draft, kept: present };
  const byStrength = order.map((layer) => layers[layer]);
  const contact: ContactState = {
    fields: mergedFields(
      present.fields,
      byStrength.map(({ fields }) => fields),
    ),
    variables: mergedVariables(
      present.variables,
      byStrength.map(({ variables }) => variables),
    ),
    tags: [...present.tags, ...new Set(draft.tags.filter((tag) => !present.tags.includes(tag)))],
  };
  if (!existing) return { contact, status: 'created' };
  const isSame = sameState(contact, existing);
  return isSame ? { contact: existing, status: 'unchanged' } : { contact, status: 'updated' };
}

const FIELD_NAMES = Object.keys(TEXT_TARGETS) as TextTarget[];

const NOTHING: ContactState = {
  fields: Object.fromEntries(FIELD_NAMES.map((name) => [name, null])) as ContactState['fields'],
  variables: {},
  tags: [],
};

type SomeFields = Partial<ContactState['fields']>;

function mergedFields(
  present: ContactState['fields'],
  byStrength: readonly SomeFields[],
): ContactState['fields'] {
  const merged = FIELD_NAMES.map((name) => [
    name,
    strongest(byStrength.map((fields) => fields[name])) ?? present[name],
  ]);
  return Object.fromEntries(merged) as ContactState['fields'];
}

/** The variables there were stay in their place, empty ones that nothing fills as they are; new ones follow. */
function mergedVariables(present: JsonObject, byStrength: readonly JsonObject[]): JsonObject {
  const names = new Set([present, ...byStrength].flatMap((variables) => Object.keys(variables)));
  const merged = [...names].map((name): [string, JsonValue | undefined] => [
    name,
    strongest(byStrength.map((variables) => own(variables, name))) ?? own(present, name),
  ]);
  return Object.fromEntries(merged.filter((pair): pair is [string, JsonValue] => pair[1] !== undefined));
}

/** The first value that is not empty. */
const strongest = <T extends JsonValue>(values: readonly (T | null | undefined)[]): T | undefined =>
  values.find((value): value is T => value !== undefined && value !== null && value !== '');

const own = (variables: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(variables, name) ? variables[name] : undefined;

function sameState(one: ContactState, other: ContactState): boolean {
  return (
    FIELD_NAMES.every((name) => one.fields[name] === other.fields[name]) &&
    sameJson(one.variables, other.variables) &&
    sameJson(one.tags, other.tags)
  );
}

/** Equal as jsonb is: the order of names does not count, that of a list does. */
function sameJson(one: JsonValue, other: JsonValue): boolean {
  const isScalar = typeof one !== 'object' || typeof other !== 'object' || one === null || other === null;
  if (isScalar) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [one as JsonObject, other as JsonObject];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && sameJson(left[name] ?? null, right[name] ?? null))
  );
}
