import { Issue } from '../common/app-error.js';
import { NormalizedPhone } from '../common/phone-number.js';
import { shorten } from '../common/shorten.js';
import { isEmptyValue, Target } from './contact-targets.js';
import { Payload } from './intake-body.js';
import { leavesOf, LocationSet } from './payload-leaves.js';
import { RuleReading } from './read-rule.js';
import { Found } from './source-path.js';

/** The contact's number, or every source that was tried for it and what came of it. */
export type PhoneOutcome = (NormalizedPhone & { source: string }) | { refused: readonly PhoneAttempt[] };

export interface PhoneAttempt {
  source: string;
  /** Completes a sentence that starts with the source. */
  issue: string;
  /** What stood there, shortened; absent if nothing did. */
  received?: unknown;
}

/** Something that was left out, or is doubtful, without losing the contact. */
export interface Warning {
  target: Target;
  source: string;
  /** Completes a sentence that starts with the target. */
  issue: string;
  /** The value of the payload that the warning is about, shortened. */
  received: unknown;
}

export type Winners = ReadonlyMap<Target, RuleReading>;

/** The first number that a rule with the target `phone` yields. */
export function phoneOf(readings: readonly RuleReading[]): PhoneOutcome {
  const tried = readings.filter(({ rule }) => rule.target === 'phone');
  for (const { phone, rule } of tried) if (phone) return { ...phone, source: rule.source };
  return { refused: tried.map(attemptOf) };
}

function attemptOf({ rule, found, issue }: RuleReading): PhoneAttempt {
  if (!found.found) return { source: rule.source, issue: 'is missing from the payload' };
  return { source: rule.source, issue: issue ?? 'is empty', received: shorten(found.value) };
}

/** Why an intake without a usable number is refused: one issue for each source that was tried. */
export function phoneIssues(refused: readonly PhoneAttempt[]): readonly Issue[] {
  const unmapped: Issue = { field: 'phone', in: 'body', issue: 'is not mapped by any field mapping' };
  if (refused.length === 0) return [unmapped];
  return refused.map(({ source, ...finding }) => ({ field: source, in: 'body', ...finding }));
}

/** Behind what was wrong with a value that is left out. */
export const SKIPPED = '; skipped';

/** Everything worth a warning. A refused number has none: its attempts say it all. */
export function warningsOf(
  readings: readonly RuleReading[],
  winners: Winners,
  phone: PhoneOutcome,
): Warning[] {
  const settled = new Set<Target>('refused' in phone ? ['phone'] : []);
  const skipped = readings.flatMap((reading) => {
    const { target } = reading.rule;
    if (winners.get(target) === reading) settled.add(target);
    // What comes after the value that won was not needed.
    return reading.issue === null || settled.has(target)
      ? []
      : [warning(reading, `${reading.issue}${SKIPPED}`)];
  });
  return [...skipped, ...doubtsOf(winners.get('phone'))];
}

function doubtsOf(reading: RuleReading | undefined): Warning[] {
  if (!reading?.phone) return [];
  const { assigned, extension } = reading.phone;
  const unassigned = 'is a possible number, but none that is given out to anybody';
  return [
    ...(assigned ? [] : [warning(reading, unassigned)]),
    ...(extension === null ? [] : [warning(reading, `was stored without its extension ${extension}`)]),
  ];
}

const warning = ({ rule, found }: RuleReading, issue: string): Warning => ({
  target: rule.target,
  source: rule.source,
  issue,
  received: shorten(found.found ? found.value : null),
});

/** More of them would tell nobody more. */
export const MOST_UNMAPPED = 100;

/** Sources that hold something and that no rule reads, in the payload's order, at most {@link MOST_UNMAPPED}. */
export function unmappedIn(payload: Payload, read: readonly Found[]): string[] {
  const places = new LocationSet(read.flatMap((found) => (found.found ? [found.at] : [])));
  const paths: string[] = [];
  for (const { path, value } of leavesOf(payload, places)) {
    if (!isEmptyValue(value)) paths.push(path);
    if (paths.length === MOST_UNMAPPED) break;
  }
  return paths;
}
