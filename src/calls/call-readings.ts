import { parseInstant } from '../common/instant.js';
import { normalizePhoneNumber, PHONE_PROBLEMS } from '../common/phone-number.js';
import type { Reading } from '../common/readings.js';
import { INCLUDE_GROUP_NAMES, type IncludeGroup } from './call-fields.js';

/** A number without a country code is read as one of this country. */
const DEFAULT_COUNTRY = 'US';

/** A phone number in E.164 afterwards. A leading `+` that was not URL-encoded has become a space on its way. */
export function readCustomerNumber(raw: unknown): Reading<string> {
  const repaired = typeof raw === 'string' ? raw.replace(/^ +(?=\d)/, '+') : '';
  const number = normalizePhoneNumber(repaired, DEFAULT_COUNTRY);
  return 'e164' in number
    ? { value: number.e164 }
    : { issue: `must be a phone number such as +13125550100; this one ${PHONE_PROBLEMS[number.problem]}` };
}

/** An ISO 8601 instant. */
export function readInstant(raw: unknown): Reading<Date> {
  const instant = typeof raw === 'string' ? parseInstant(raw) : null;
  return instant
    ? { value: instant }
    : { issue: 'must be an ISO 8601 instant such as 2026-01-15T10:30:00.000Z' };
}

/** Comma-separated include groups; one named twice counts once. */
export function readInclude(raw: unknown): Reading<IncludeGroup[]> {
  const names = typeof raw === 'string' ? raw.split(',') : [];
  const groups = INCLUDE_GROUP_NAMES.filter((group) => names.includes(group));
  return names.length > 0 && names.every((name) => groups.some((group) => group === name))
    ? { value: groups }
    : { issue: `must be a comma-separated list of ${INCLUDE_GROUP_NAMES.join(', ')}` };
}
