import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ConfirmPage } from '../shared/confirm-page.js';
import { EmptyState } from '../shared/empty-state.js';
import { type FormProblem, SelectField } from '../shared/field.js';
import { PageHead } from '../shared/page-head.js';
import { Time } from '../shared/time.js';
import { EVENTS } from './event-tabs.js';

/** In hours, the shortest first. */
export const RECOVERY_SPANS = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last 24 hours' },
  { value: '72', label: 'The last 3 days' },
  { value: '168', label: 'The last 7 days' },
  { value: '336', label: 'The last 14 days' },
  { value: '720', label: 'The last 30 days, all that is kept' },
] as const;

export interface RecoverProps {
  frame: Frame;
  id: string;
  name: string;
  span: string;
  /** How many failed in each span, in the order of the spans; null for none. */
  failed: readonly (string | null)[];
  problems: readonly FormProblem[];
}

export const RecoverPage = (props: RecoverProps) =>
  props.failed.every((count) => count === null) ? (
    <NothingToRecover {...props} />
  ) : (
    <AskToRecover {...props} />
  );

const TITLE = 'Recover failed deliveries';
const SPAN_LABEL = 'Events recorded in';

const NothingToRecover = ({ frame, id, name }: RecoverProps) => (
  <Shell title={`${TITLE} · ${name}`} frame={frame}>
    <PageHead title={TITLE} from={[EVENTS, { href: `/settings/events/${id}`, label: name }]} />
    <EmptyState
      title="Nothing to recover"
      text="No delivery to this endpoint has failed in the last 30 days."
    >
      <a class="button quiet" href={`/settings/events/${id}`}>
        Show endpoint
      </a>
    </EmptyState>
  </Shell>
);

const AskToRecover = ({ frame, id, name, span, failed, problems }: RecoverProps) => (
  <ConfirmPage
    frame={frame}
    title={TITLE}
    from={[EVENTS, { href: `/settings/events/${id}`, label: name }]}
    action={`/settings/events/${id}/recover`}
    button="Recover deliveries"
    tone="primary"
    consequences={[
      'Every delivery that failed at all of its attempts is sent again, the oldest first.',
      'Each keeps its webhook-id, so that a receiver which has it already drops it.',
      'What is still being retried is left as it is.',
    ]}
    labels={{ span: SPAN_LABEL }}
    problems={problems}
  >
    <SelectField
      name="span"
      label={SPAN_LABEL}
      value={span}
      choices={RECOVERY_SPANS.map(({ value, label }, place) => ({
        value,
        label: `${label} (${failed[place] ?? 'none'} failed)`,
      }))}
      problems={problems}
    />
  </ConfirmPage>
);

export interface RecoveryProps {
  frame: Frame;
  endpoint: { id: string; name: string; active: boolean };
  recovery: RecoveryProgress & { since: Date; createdAt: Date };
}

/** What became of the deliveries of a recovery so far. */
export interface RecoveryProgress {
  /** Still to be put in the queue. */
  remaining: number;
  /** Waiting for an attempt. */
  pending: number;
  delivered: number;
  failed: number;
}

/** Counts end there. */
const MOST_COUNTED = 100_000;

const words = (count: number): string => `${count.toLocaleString('en')}${count >= MOST_COUNTED ? '+' : ''}`;

export const RecoveryPage = ({ frame, endpoint, recovery }: RecoveryProps) => {
  const { remaining, pending, delivered, failed } = recovery;
  const open = remaining + pending;
  const all = open + delivered + failed;
  return (
    <Shell title={`Recovery · ${endpoint.name}`} frame={frame} scripts={['fresh.js']}>
      <PageHead
        title="Recovery"
        from={[EVENTS, { href: `/settings/events/${endpoint.id}`, label: endpoint.name }]}
        purpose="Failed deliveries sent again."
      />
      <div id="live" data-poll={open > 0 && endpoint.active ? '1' : undefined}>
        <p class="progress-words" role="status">
          {all === 0
            ? 'Nothing had failed since then.'
            : open === 0
              ? `Done: ${words(delivered)} of ${words(all)} delivered.`
              : `${words(delivered)} of ${words(all)} delivered.`}
        </p>
        {all > 0 && (
          <progress max={all} value={delivered} aria-label="Delivered">
            {Math.floor((delivered / all) * 100)} %
          </progress>
        )}
        <dl class="facts spaced short">
          <dt>Delivered</dt>
          <dd>{words(delivered)}</dd>
          <dt>Waiting</dt>
          <dd>
            {words(open)}
            {open > 0 && !endpoint.active && (
              <small>The endpoint is not active: they wait until it is.</small>
            )}
          </dd>
          <dt>Failed again</dt>
          <dd class="with-link">
            {words(failed)}
            {failed > 0 && (
              <a href={`/settings/events/${endpoint.id}?state=failed#deliveries`}>Show failed deliveries</a>
            )}
          </dd>
          <dt>Events recorded since</dt>
          <dd>
            <Time at={recovery.since} exact />
          </dd>
          <dt>Started</dt>
          <dd>
            <Time at={recovery.createdAt} exact />
          </dd>
        </dl>
      </div>
    </Shell>
  );
};
