import { JsonValue } from '../common/json-text.js';
import { CountryCode, isCountryCode } from '../common/phone-number.js';
import { isTextTarget, isVariableTarget, Target, variableName } from './contact-targets.js';
import { Payload } from './intake-body.js';
import { phoneOf, PhoneOutcome, unmappedIn, Warning, warningsOf, Winners } from './mapping-findings.js';
import { FieldMapping, MappingRules, StaticValue } from './mapping-rules.js';
import { ContactDraft, ContactValues } from './merge-contact.js';
import { readRule, RuleReading } from './read-rule.js';
import { Found, parseSourcePath, resolveSource } from './source-path.js';

/** Everything that a payload comes to under a mapping's rules, before it meets a contact. */
export interface MappedContact {
  phone: PhoneOutcome;
  draft: ContactDraft;
  /** Which targets have their value from the payload, which from static values, and the tags to add. */
  applied: { mapped: readonly Target[]; static: readonly Target[]; tags: readonly string[] };
  /** Sources that hold something and that no rule reads. */
  unmapped: readonly string[];
  warnings: readonly Warning[];
  /** One entry a field mapping, in their order. */
  trace: readonly TraceEntry[];
}

/** How one field mapping went, for the preview. */
export interface TraceEntry {
  rule: FieldMapping;
  found: boolean;
  /** What stood at the source; null if nothing did. */
  raw: JsonValue;
  /** What came of it; null if it was missing or of no use. */
  value: JsonValue;
  /** True if this value is the one that the target takes from the payload. */
  used: boolean;
  /** Why what was found is of no use. */
  issue: string | null;
}

export interface MappingSettings {
  /** The organization's, for payloads that name no country. */
  defaultCountry: CountryCode;
}

/**
 * The mapping engine: turns what an outside system posted into a contact, by the mapping's rules alone. It never
 * throws, and puts nothing into the contact that is neither in the payload nor in the rules. A value that cannot be
 * used is skipped with a warning; nothing is cut or repaired in silence.
 *
 * A number without a country code is read by the country that the contact will have: override, payload, static
 * default; else the organization's.
 */
export function mapContact(rules: MappingRules, payload: Payload, settings: MappingSettings): MappedContact {
  const located = rules.fieldMappings.map((rule) => ({
    rule,
    found: resolveSource(parseSourcePath(rule.source), payload),
  }));
  const country = countryOf(located, rules.staticValues, settings.defaultCountry);
  const readings = located.map(({ rule, found }) => readRule(rule, found, country));
  const winners = winnersOf(readings);
  const phone = phoneOf(readings);
  return {
    phone,
    draft: draftOf(rules, winners),
    applied: appliedOf(rules, winners),
    unmapped: unmappedIn(
      payload,
      located.map(({ found }) => found),
    ),
    warnings: warningsOf(readings, winners, phone),
    trace: readings.map((reading) => traceOf(reading, winners)),
  };
}

interface Located {
  rule: FieldMapping;
  found: Found;
}

function countryOf(
  located: readonly Located[],
  staticValues: readonly StaticValue[],
  fallback: CountryCode,
): CountryCode {
  const mapped = located
    .filter(({ rule }) => rule.target === 'countryCode')
    .map(({ rule, found }) => readRule(rule, found, fallback).value);
  const preset = staticValues.find(({ target }) => target === 'countryCode');
  const candidates = [preset?.override ? preset.value : null, ...mapped, preset?.value];
  const code = candidates.find((value) => typeof value === 'string');
  return code !== undefined && isCountryCode(code) ? code : fallback;
}

/** For each target the first reading that yields a value. */
function winnersOf(readings: readonly RuleReading[]): Winners {
  const winners = new Map<Target, RuleReading>();
  for (const reading of readings) {
    const { target } = reading.rule;
    if (reading.value !== null && !winners.has(target)) winners.set(target, reading);
  }
  return winners;
}

function draftOf({ staticValues, staticTags }: MappingRules, winners: Winners): ContactDraft {
  const presets = staticValues.map(({ target, value, override }) => ({
    override,
    pair: [target, value] as const,
  }));
  return {
    mapped: valuesOf([...winners].map(([target, { value }]) => [target, value])),
    defaults: valuesOf(presets.flatMap(({ override, pair }) => (override ? [] : [pair]))),
    overrides: valuesOf(presets.flatMap(({ override, pair }) => (override ? [pair] : []))),
    tags: staticTags,
  };
}

function appliedOf({ staticValues, staticTags }: MappingRules, winners: Winners): MappedContact['applied'] {
  const applied = staticValues.filter(({ target, override }) => override || !winners.has(target));
  const fixed = new Set<Target>(applied.map(({ target }) => target));
  return {
    mapped: [...winners.keys()].filter((target) => !fixed.has(target)),
    static: [...fixed],
    tags: staticTags,
  };
}

function valuesOf(pairs: readonly (readonly [Target, JsonValue])[]): ContactValues {
  const fields = pairs.flatMap(([target, value]) =>
    isTextTarget(target) && typeof value === 'string' ? [[target, value] as const] : [],
  );
  const variables = pairs.flatMap(([target, value]) =>
    isVariableTarget(target) ? [[variableName(target), value] as const] : [],
  );
  return { fields: Object.fromEntries(fields), variables: Object.fromEntries(variables) };
}

function traceOf(reading: RuleReading, winners: Winners): TraceEntry {
  const { rule, found, value, issue } = reading;
  const used = winners.get(rule.target) === reading;
  return { rule, found: found.found, raw: found.found ? found.value : null, value, used, issue };
}
