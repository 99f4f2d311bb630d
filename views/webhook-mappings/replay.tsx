import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { PageHead } from '../shared/page-head.js';
import { Status } from '../shared/status.js';
import { Time } from '../shared/time.js';
import { wayToLog } from './places.js';

interface ReplayProps {
  frame: Frame;
  mapping: { id: string; name: string };
  total: number;
  accepted: number;
  refused: number;
  /** Why, and how often. */
  refusals: readonly { reason: string; count: number }[];
  createdAt: Date;
  isDone: boolean;
}

/** How far it is with posting refused requests again. */
export const ReplayPage = (props: ReplayProps) => {
  const { frame, mapping, total, accepted, refused, isDone } = props;
  const log = `/settings/webhook-mappings/${mapping.id}/log`;
  const done = accepted + refused;
  return (
    <Shell title={`Replay · ${mapping.name}`} frame={frame} scripts={['intake-log.js']}>
      <PageHead
        title="Replay"
        from={wayToLog(mapping)}
        purpose="Refused requests are posted again, the oldest first."
      >
        <a class="button quiet" href={log}>
          Show log
        </a>
      </PageHead>
      <div id="progress" class="replay" data-refreshes={isDone ? undefined : true}>
        <p role="status">
          {isDone ? (
            <Status tone={refused === 0 && done === total ? 'good' : 'waiting'} word={endWord(props)} />
          ) : (
            <Status tone="waiting" word={`Posting, ${done} of ${total}`} />
          )}
        </p>
        <progress max={total} value={done} aria-label="Requests posted" />
        <dl class="facts short">
          <dt>Accepted</dt>
          <dd>{accepted}</dd>
          <dt>Refused again</dt>
          <dd>
            {refused}
            {props.refusals.map(({ reason, count }) => (
              <small>{`${count} × ${reason}`}</small>
            ))}
          </dd>
          <dt>Remaining</dt>
          <dd>{total - done}</dd>
          <dt>Started</dt>
          <dd>
            <Time at={props.createdAt} exact />
          </dd>
        </dl>
        {!isDone && (
          <>
            <p>It goes on by itself; this page can be left.</p>
            <a class="button quiet" href={frame.url}>
              Check again
            </a>
          </>
        )}
      </div>
    </Shell>
  );
};

const endWord = ({ total, accepted, refused }: ReplayProps): string => {
  if (accepted + refused < total) return `Ended with ${total - accepted - refused} left`;
  return refused === 0
    ? 'All were accepted'
    : `Done: ${refused} ${refused === 1 ? 'was' : 'were'} refused again`;
};
