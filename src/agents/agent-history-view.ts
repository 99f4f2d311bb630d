import { actorWords } from '../audit/actor-words.js';
import type { FormProblem } from '../auth/shown-again.js';
import { changesBetween, changeWords, type Change, type ToldVersion } from './agent-changes.js';
import type { AgentMoment } from './agent-history.repository.js';
import { textDifference, type Difference } from './text-diff.js';

/** Longer values are shown line by line. */
const LONGEST_IN_A_LINE = 80;

/** A line of an agent's history: who made the version, and what it changed. */
export const momentView = (moment: AgentMoment, before: AgentMoment | undefined) => ({
  version: moment.version,
  at: moment.createdAt,
  actor: actorOf(moment),
  words: before ? changeWords(changesBetween(before, moment)) : wordsWithoutBefore(moment),
});

/** What a form is told that began with a version which is not the newest any more. */
export const overtakenBy = (agentId: string, seen: ToldAt, now: AgentMoment): FormProblem => ({
  field: null,
  text: `Version ${now.version} was saved by ${actorOf(now)} while you were editing (${changeWords(changesBetween(seen, now))}). What you changed is kept below and not saved yet; all else is as in version ${now.version}. Save again to put yours over theirs.`,
  link: {
    href: `/settings/agents/${agentId}/compare?from=${seen.version}&to=${now.version}`,
    label: 'Show what changed',
  },
});

type ToldAt = ToldVersion & { version: number };

const wordsWithoutBefore = ({ version }: AgentMoment): string => (version === 1 ? 'Created' : '');

/** As it goes on behind “by”. */
const actorOf = ({ actorType, actorName }: AgentMoment): string =>
  actorType === null ? 'somebody unknown' : actorWords({ actorType, actorName });

/** A change as it is shown: short values beside each other, long ones as a difference. */
export type ChangeView = Change & { lines: Difference | null };

export const changeView = (change: Change): ChangeView => ({
  ...change,
  lines: isLong(change) ? textDifference(change.before, change.after) : null,
});

const isLong = ({ kind, before, after }: Change): boolean =>
  kind === 'changed' &&
  [before, after].some((text) => text.includes('\n') || text.length > LONGEST_IN_A_LINE);
