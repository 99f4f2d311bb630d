import { Status } from '../shared/status.js';
import type { CallShown } from './call-shown.js';
import { Part } from './part.js';
import { isUnderWay } from './words.js';

/** What comes after a call, by itself. */
export type Expected = 'recording' | 'analysis' | 'actions';

interface Due {
  call: CallShown;
  isErased: boolean;
  recording: string | null;
  /** The carrier was asked to record, and has not said what became of that. */
  isRecordingDue: boolean;
}

export const isPending = ({ post_call_analysis: analysis }: CallShown): boolean =>
  analysis?.status === 'queued' || analysis?.status === 'running';

const isActing = ({ action_executions: actions = [] }: CallShown): boolean =>
  actions.some(({ status }) => status === 'pending' || status === 'running');

/** What is missing yet from a call that is over. */
export function stillToCome({ call, isErased, recording, isRecordingDue }: Due): ReadonlySet<Expected> {
  const isOver = !isUnderWay(call.status) && !isErased;
  const due: [Expected, boolean][] = [
    ['recording', recording === null && isRecordingDue],
    ['analysis', isPending(call)],
    ['actions', isActing(call)],
  ];
  return new Set(due.filter(([, isMissing]) => isOver && isMissing).map(([part]) => part));
}

const list = new Intl.ListFormat('en-GB');

/** Says what is missing yet; without a script, also how one comes to see it. */
export const StillToCome = ({ expected }: { expected: ReadonlySet<Expected> }) => (
  <div class="connection" role="status">
    <Part id="still-to-come" isWaiting={expected.size > 0}>
      {expected.size > 0 && <Status tone="live" word={`Waiting for ${list.format(expected)}`} />}
    </Part>
    {expected.size > 0 && (
      <>
        <span data-poll-over hidden>
          {' · Reload the page to look again'}
        </span>
        <noscript>{' · Reload the page to look again'}</noscript>
      </>
    )}
  </div>
);
