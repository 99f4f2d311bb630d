import { CountryCode, normalizePhoneNumber, PHONE_PROBLEMS } from '../common/phone-number.js';
import { Reading } from '../common/readings.js';
import { isoDate } from './iso-date.js';
import { firstNameOf, lastNameOf, titleCase } from './person-name.js';

interface TransformContext {
  /** The contact's country: a number without a country code is one of it, and it orders day and month. */
  country: CountryCode;
}

/** Gives the new text, which may be empty, or what kept it from being made. Pure, and never throws. */
type Transform = (text: string, context: TransformContext) => Reading<string>;

const always =
  (change: (text: string) => string): Transform =>
  (text) => ({ value: change(text) });

/** The transforms that a field mapping may name. */
export const TRANSFORMS = {
  trim: always((text) => text.trim()),
  lowercase: always((text) => text.toLowerCase()),
  uppercase: always((text) => text.toUpperCase()),
  title_case: always(titleCase),
  phone: (text, { country }) => {
    const phone = normalizePhoneNumber(text, country);
    return 'problem' in phone ? { issue: PHONE_PROBLEMS[phone.problem] } : { value: phone.e164 };
  },
  first_name_of: always(firstNameOf),
  last_name_of: always(lastNameOf),
  date: (text, { country }) => {
    const value = isoDate(text, country);
    return value === null ? { issue: 'is not a date that can be read in one way only' } : { value };
  },
} as const satisfies Record<string, Transform>;

export type TransformName = keyof typeof TRANSFORMS;

export const isTransformName = (name: string): name is TransformName => Object.hasOwn(TRANSFORMS, name);
