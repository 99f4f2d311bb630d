import { JsonValue } from '../common/json-text.js';
import {
  CountryCode,
  NormalizedPhone,
  normalizePhoneNumber,
  PHONE_PROBLEMS,
} from '../common/phone-number.js';
import { isTextTarget, readTextTarget, readVariable, textOf, ValueReading } from './contact-targets.js';
import { FieldMapping } from './mapping-rules.js';
import { Found } from './source-path.js';
import { TransformName, TRANSFORMS } from './transforms.js';

/** What one field mapping makes of a payload. */
export interface RuleReading {
  rule: FieldMapping;
  found: Found;
  /** What is to be stored, or null if the payload has nothing there or something that cannot be used. */
  value: JsonValue;
  /** Why a value that is there cannot be used; completes a sentence that starts with it. */
  issue: string | null;
  /** For the target `phone` only: the number that `value` is the E.164 form of. */
  phone: NormalizedPhone | null;
}

/** Reads one rule's value from where it was found. Never throws, whatever stands there. */
export function readRule(rule: FieldMapping, found: Found, country: CountryCode): RuleReading {
  const nothing = { rule, found, value: null, issue: null, phone: null };
  if (!found.found) return nothing;
  if (rule.target === 'phone') return { ...nothing, ...readPhone(rule, found.value, country) };
  const reading = readValue(rule, found.value, country);
  return { ...nothing, ...reading };
}

type PhoneReading = Pick<RuleReading, 'value' | 'issue' | 'phone'>;

function readPhone({ transform }: FieldMapping, raw: JsonValue, country: CountryCode): PhoneReading {
  // The target does itself what the transform of this name does, and keeps the extension to warn about.
  const text = readText(raw, transform === 'phone' ? null : transform, country);
  if ('issue' in text) return { value: null, issue: text.issue, phone: null };
  if (text.value === null) return { value: null, issue: null, phone: null };
  const phone = normalizePhoneNumber(text.value, country);
  if ('problem' in phone) return { value: null, issue: PHONE_PROBLEMS[phone.problem], phone: null };
  return { value: phone.e164, issue: null, phone };
}

function readValue(
  { target, transform }: FieldMapping,
  raw: JsonValue,
  country: CountryCode,
): ValueReading<JsonValue> {
  if (isTextTarget(target))
    return andThen(readText(raw, transform, country), (text) => readTextTarget(target, text));
  const value: ValueReading<JsonValue> =
    transform === null ? { value: raw } : readTexts(raw, transform, country);
  return andThen(value, readVariable);
}

function readText(
  raw: JsonValue,
  transform: TransformName | null,
  country: CountryCode,
): ValueReading<string> {
  return andThen(textOf(raw), (text) =>
    transform ? TRANSFORMS[transform](text, { country }) : { value: text },
  );
}

/** A transform under a variable leaves a list a list: it is done to each item, and one that fails fails all. */
function readTexts(raw: JsonValue, transform: TransformName, country: CountryCode): ValueReading<JsonValue> {
  if (!Array.isArray(raw)) return readText(raw, transform, country);
  const items = (raw as readonly JsonValue[]).map((item) => readText(item, transform, country));
  const failed = items.find((item) => 'issue' in item);
  return failed ?? { value: items.flatMap((item) => ('value' in item && item.value ? [item.value] : [])) };
}

const andThen = <T extends JsonValue, U extends JsonValue>(
  reading: ValueReading<T>,
  next: (value: T) => ValueReading<U>,
): ValueReading<U> => {
  if ('issue' in reading) return reading;
  return reading.value === null ? { value: null } : next(reading.value);
};
