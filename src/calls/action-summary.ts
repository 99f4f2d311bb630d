/** What is asked of an action execution to count it. */
export interface ActionOutcome {
  type: string;
  status: 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped';
  error: string | null;
}

/** The actions of a call in a few numbers and one sentence. */
export interface ActionSummary {
  total: number;
  succeeded: number;
  failed: number;
  /** Not started or still running. */
  pending: number;
  skipped: number;
  byType: Record<string, number>;
  /** Why the first action that failed did. */
  firstError: string | null;
  /** `3 actions: 2 succeeded, 1 failed` */
  text: string;
}

/** Counts the actions of a call, given in the order in which they were made. */
export function summarizeActions(actions: readonly ActionOutcome[]): ActionSummary {
  const count = (...statuses: ActionOutcome['status'][]): number =>
    actions.filter(({ status }) => statuses.includes(status)).length;
  const counts = {
    succeeded: count('succeeded'),
    failed: count('failed'),
    pending: count('pending', 'running'),
    skipped: count('skipped'),
  };
  return {
    total: actions.length,
    ...counts,
    byType: countBy(actions.map(({ type }) => type)),
    firstError: actions.find(({ status, error }) => status === 'failed' && error !== null)?.error ?? null,
    text: sentence(actions.length, counts),
  };
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function sentence(total: number, counts: Readonly<Record<string, number>>): string {
  if (total === 0) return 'No actions';
  const parts = Object.entries(counts).filter(([, number]) => number > 0);
  return `${total} ${total === 1 ? 'action' : 'actions'}: ${parts.map(([name, number]) => `${number} ${name}`).join(', ')}`;
}
