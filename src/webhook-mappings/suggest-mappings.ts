import type { JsonObject, JsonScalar, JsonValue } from '../common/json-text.js';
import { type CountryCode, isCountryCode } from '../common/phone-number.js';
import { countryCodeOf } from '../contacts/contact-fields.js';
import type { Target } from './contact-targets.js';
import { type Meaning, meaningOf, variableNameOf } from './field-meaning.js';
import type { Payload } from './intake-body.js';
import { leavesOf } from './payload-leaves.js';
import { readRule } from './read-rule.js';
import { parseSourcePath, resolveSource, type Step } from './source-path.js';
import type { TransformName } from './transforms.js';

/** A row that a sample makes obvious. */
export interface Suggestion {
  source: string;
  target: Target;
  transform: TransformName | null;
}

/** Values that are looked at; a person's own stand early. */
const MOST_VALUES = 2_000;

/** Names that say how an answer is held, not what it is. */
const HOLDERS = new Set(['value', 'values', 'text', 'answer', 'answers', 'string', 'content']);

/** Of a list of choices. */
const GENERIC = /^(labels?|choices?|boolean|number|date|url|refs)$/i;

/** What stands below these is about somebody or something else. */
const OTHERS =
  /^(user|owner|agent|assigned\w*|sales_?rep|location|workflow|campaign|page|form|site|store|shop|seller|account|associated.company|versions|schema|definition|ads?|adset|identit\w*|identity.profiles|merge.audits|attribution\w*|calculated|company|workspace|meta\w*)$/i;

/** `name` and `id` alone mean the person only here. */
const PERSONS =
  /^(|contact|lead|person|customer|subscriber|attendee|applicant|client|data|fields|properties)$/i;

interface Candidate {
  meaning: Meaning;
  source: string;
  value: JsonScalar;
  /** Compared in order; the smallest wins. */
  order: readonly number[];
}

/** The rows that the names in a sample suggest, at most one for each contact field. */
export function suggestMappings(payload: Payload, country: CountryCode = 'US'): Suggestion[] {
  const candidates = [...candidatesIn(payload)];
  const own = bestOf(candidates, payload, country).get('countryCode');
  const code = own && countryCodeOf(String(own.value));
  // Numbers are read by the country that the contact will have.
  const best = bestOf(candidates, payload, code && isCountryCode(code) ? code : country);
  const full = best.has('firstName') || best.has('lastName') ? undefined : best.get('fullName');
  const one = (target: Exclude<Meaning, 'fullName'>): Suggestion[] => {
    const found = best.get(target);
    return found ? [{ source: found.source, target, transform: transformFor(target, found.value) }] : [];
  };
  return [
    ...one('phone'),
    ...(full ? halvesOf(full.source) : [...one('firstName'), ...one('lastName')]),
    ...one('email'),
    ...one('company'),
    ...one('countryCode'),
    ...one('timezone'),
    ...one('crmId'),
  ];
}

/** The contact field that a click on a value most likely means. */
export function targetFor(source: string, suggestions: readonly Suggestion[]): Target {
  const suggested = suggestions.find((one) => one.source === source);
  if (suggested) return suggested.target;
  const { steps } = parseSourcePath(source);
  const name = steps === null ? source : (ownerOf(steps) ?? source);
  return `variables.${variableNameOf(name)}`;
}

/** What the value is called, not how it is held. */
const ownerOf = (steps: readonly Step[]): string | undefined =>
  namesOf(steps).findLast(({ name }) => !HOLDERS.has(name) && !GENERIC.test(name))?.name;

const halvesOf = (source: string): Suggestion[] => [
  { source, target: 'firstName', transform: 'first_name_of' },
  { source, target: 'lastName', transform: 'last_name_of' },
];

/** A name in capitals, or without any, is written as names are. */
const transformFor = (target: Target, value: JsonScalar): TransformName | null => {
  const isName = target === 'firstName' || target === 'lastName';
  if (!isName || typeof value !== 'string' || value.length < 2) return null;
  return value === value.toUpperCase() || value === value.toLowerCase() ? 'title_case' : null;
};

function bestOf(
  candidates: readonly Candidate[],
  payload: Payload,
  country: CountryCode,
): Map<Meaning, Candidate> {
  const best = new Map<Meaning, Candidate & { judged: readonly number[] }>();
  for (const candidate of candidates) {
    const { meaning, source, order } = candidate;
    const isUsable = isUsableAs(meaning, source, payload, country);
    // A country or a zone that cannot be read, and an id that is none, would only make warnings.
    if (!isUsable && meaning !== 'phone' && meaning !== 'email') continue;
    const judged = [isUsable ? 0 : 1, ...order];
    const known = best.get(meaning);
    if (!known || isBefore(judged, known.judged)) best.set(meaning, { ...candidate, judged });
  }
  return best;
}

function* candidatesIn(payload: Payload): Generator<Candidate> {
  const titles = questionTitles(payload);
  let count = 0;
  for (const { path, value } of leavesOf(payload)) {
    count += 1;
    if (count > MOST_VALUES) return;
    if (typeof value === 'boolean') continue;
    const candidate = candidateOf(stepsOf(path, payload), value, titles);
    if (!candidate) continue;
    const { meaning, rank, depth, lists } = candidate;
    yield { meaning, source: path, value, order: [lists, depth, rank, count] };
  }
}

const isBefore = (one: readonly number[], other: readonly number[]): boolean => {
  const place = one.findIndex((number, index) => number !== other[index]);
  return place >= 0 && (one[place] ?? 0) < (other[place] ?? 0);
};

/** The steps to a value; a top-level name may look like a path and is one step all the same. */
function stepsOf(path: string, payload: Payload): readonly Step[] {
  const parsed = parseSourcePath(path);
  const found = resolveSource(parsed, payload);
  return parsed.steps === null || (found.found && found.at.length === 1) ? [{ name: path }] : parsed.steps;
}

function candidateOf(steps: readonly Step[], value: JsonScalar, titles: ReadonlyMap<string, string>) {
  const names = namesOf(steps);
  const place = names.findLastIndex(({ name }) => !HOLDERS.has(name));
  const { name: owner, isAnswer } = names[place] ?? { name: '', isAnswer: false };
  if (names.slice(0, place).some(({ name, isAnswer: isOwn }) => !isOwn && OTHERS.test(name)))
    return undefined;
  const said = [...wholeNamesOf(names), owner, titles.get(owner) ?? ''].map(meaningOf).find(Boolean);
  const parent = names[place - 1]?.name ?? '';
  if (!said || (isVague(said.meaning, owner) && !isAnswer && !PERSONS.test(parent))) return undefined;
  const lists = isAnswer ? 0 : steps.filter((step) => 'index' in step).length;
  return { ...said, value, depth: place, lists };
}

/** What the value is called, the fullest first: `phones[0].number` is a phone number. */
function wholeNamesOf(names: readonly Named[]): string[] {
  const [around, last] = [names.at(-2)?.name, names.at(-1)?.name ?? ''];
  return around === undefined ? [last] : [`${around} ${last}`, `${around.replace(/s$/, '')} ${last}`, last];
}

const isVague = (meaning: Meaning, name: string): boolean =>
  meaning === 'fullName' || (meaning === 'crmId' && name.toLowerCase() === 'id');

/** A name on the way to a value. */
interface Named {
  name: string;
  /** It names one of a list of answers. */
  isAnswer: boolean;
}

const namesOf = (steps: readonly Step[]): Named[] =>
  steps.flatMap((step): Named[] => {
    if ('index' in step) return [];
    return 'name' in step ? [{ name: step.name, isAnswer: false }] : [{ name: step.equals, isAnswer: true }];
  });

function isUsableAs(meaning: Meaning, source: string, payload: Payload, country: CountryCode): boolean {
  const target = meaning === 'fullName' ? 'firstName' : meaning;
  const found = resolveSource(parseSourcePath(source), payload);
  return readRule({ source, target, transform: null }, found, country).value !== null;
}

/** What Typeform asked, by the names of its answers: those are random unless somebody named them. */
function questionTitles(payload: Payload): ReadonlyMap<string, string> {
  const found = resolveSource(parseSourcePath('form_response.definition.fields'), payload);
  const fields = found.found && Array.isArray(found.value) ? (found.value as readonly JsonValue[]) : [];
  return new Map(fields.slice(0, MOST_VALUES).flatMap(titleOf));
}

function titleOf(field: JsonValue): [string, string][] {
  if (typeof field !== 'object' || field === null || Array.isArray(field)) return [];
  const { ref, title } = field as JsonObject;
  return typeof ref === 'string' && typeof title === 'string' ? [[ref, title]] : [];
}
