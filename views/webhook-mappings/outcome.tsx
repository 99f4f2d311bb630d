import { Status } from '../shared/status.js';

export type Outcome = 'created' | 'updated' | 'unchanged' | 'rejected';

/** What a request came to, in words. */
export const OUTCOMES: Record<Outcome, { tone: 'good' | 'off' | 'bad'; word: string }> = {
  created: { tone: 'good', word: 'Created' },
  updated: { tone: 'good', word: 'Updated' },
  unchanged: { tone: 'off', word: 'Unchanged' },
  rejected: { tone: 'bad', word: 'Refused' },
};

export const OutcomeStatus = ({ outcome }: { outcome: Outcome }) => <Status {...OUTCOMES[outcome]} />;
