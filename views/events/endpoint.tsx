import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Copy } from '../shared/copy.js';
import { Form } from '../shared/form.js';
import { Notice } from '../shared/notice.js';
import { PageHead } from '../shared/page-head.js';
import { Time } from '../shared/time.js';
import type { DeliveryView, LogFilterView } from './delivery-view.js';
import { DeliveryLog, type LogPages } from './deliveries.js';
import { DISABLED_BECAUSE, type EndpointView } from './endpoint-view.js';
import { EndpointStatus, RecentDeliveries } from './states.js';
import { Verify, type VerifyExample } from './verify.js';

export interface EndpointProps {
  frame: Frame;
  endpoint: EndpointView;
  /** How many deliveries wait. */
  waiting: string;
  filter: LogFilterView;
  types: readonly string[];
  deliveries: readonly DeliveryView[];
  pages: LogPages;
  examples: readonly VerifyExample[];
}

export const EndpointPage = (props: EndpointProps) => {
  const { frame, endpoint, waiting, examples } = props;
  const path = `/settings/events/${endpoint.id}`;
  const mayChange = frame.person?.mayChange ?? false;
  return (
    <Shell title={`${endpoint.name} · Events`} frame={frame}>
      <PageHead title={endpoint.name} from={{ href: '/settings/events', label: 'Events' }}>
        {mayChange && <Actions frame={frame} endpoint={endpoint} />}
      </PageHead>
      <Trouble endpoint={endpoint} />
      <Facts endpoint={endpoint} waiting={waiting} mayChange={mayChange} />
      <DeliveryLog
        isHeld={endpoint.status !== 'active'}
        {...props}
        path={path}
        mayRecover={mayChange && endpoint.status === 'active'}
      />
      {endpoint.recent.length === 0 && <Verify examples={examples} />}
      {mayChange && (
        <section aria-labelledby="delete">
          <h2 id="delete">Delete</h2>
          <p>
            Nothing is sent to it any more. To stop for a while, pause it: what happens meanwhile is kept.
          </p>
          <a class="button quiet" href={`${path}/delete`}>
            Delete endpoint
          </a>
        </section>
      )}
    </Shell>
  );
};

const Actions = ({ frame, endpoint: { id, status } }: { frame: Frame; endpoint: EndpointView }) => {
  const path = `/settings/events/${id}`;
  return (
    <>
      <Form frame={frame} action={`${path}/${status === 'active' ? 'pause' : 'activate'}`}>
        <button type="submit" class="button quiet">
          {status === 'active' ? 'Pause endpoint' : 'Activate endpoint'}
        </button>
      </Form>
      <a class="button quiet" href={`${path}/edit`}>
        Edit endpoint
      </a>
      {status === 'active' && (
        <Form frame={frame} action={`${path}/test`}>
          <button type="submit" class="button primary">
            Send test event
          </button>
        </Form>
      )}
    </>
  );
};

const Trouble = ({ endpoint }: { endpoint: EndpointView }) => {
  const { status, statusReason, statusSince, failingSince, failures, nextProbeAt } = endpoint;
  if (status === 'disabled') {
    return (
      <Notice
        tone="bad"
        title={`Disabled, because ${statusReason ? DISABLED_BECAUSE[statusReason] : 'it failed'}`}
      >
        Since <Time at={statusSince} />. What happens is kept for it. Activate it when it is back, and recover
        what failed.
      </Notice>
    );
  }
  if (status === 'paused') {
    return (
      <Notice tone="waiting" title="Paused">
        Since <Time at={statusSince} />. What happens is kept for it, up to 30 days, and sent once it is
        active again.
      </Notice>
    );
  }
  if (failingSince === null) return null;
  return (
    <Notice
      tone="bad"
      title={`${failures === 1 ? 'The last attempt' : `The last ${failures} attempts`} failed`}
    >
      Since <Time at={failingSince} />.{' '}
      {nextProbeAt === null ? (
        'Each delivery is tried again by its schedule.'
      ) : (
        <>
          One delivery at a time is sent to see whether it is back, the next one <Time at={nextProbeAt} />;
          the others wait and use up no attempts.
        </>
      )}{' '}
      After five days it is disabled.
    </Notice>
  );
};

interface FactsProps {
  endpoint: EndpointView;
  waiting: string;
  mayChange: boolean;
}

const Facts = ({ endpoint, waiting, mayChange }: FactsProps) => (
  <dl class="facts">
    <dt>Status</dt>
    <dd>
      <EndpointStatus {...endpoint} />
    </dd>
    {endpoint.description !== null && (
      <>
        <dt>Description</dt>
        <dd>{endpoint.description}</dd>
      </>
    )}
    <dt>URL</dt>
    <dd>
      <Copy value={endpoint.url} label="URL" />
    </dd>
    <dt>Events</dt>
    <dd>
      {endpoint.eventTypes.length === 0 ? 'All' : endpoint.eventTypes.join(', ')}
      {endpoint.agent !== null && ` of ${endpoint.agent}’s calls`}
    </dd>
    {endpoint.headerNames.length > 0 && (
      <>
        <dt>Extra headers</dt>
        <dd>{endpoint.headerNames.join(', ')}</dd>
      </>
    )}
    <dt>Recent</dt>
    <dd>
      <RecentDeliveries recent={endpoint.recent} />
    </dd>
    <dt>Waiting</dt>
    <dd>{waiting === '0' ? 'Nothing' : `${waiting} ${waiting === '1' ? 'delivery' : 'deliveries'}`}</dd>
    <dt>Signing secret</dt>
    <dd class="with-link">
      <span>
        Hidden
        {endpoint.previousSecretUntil && (
          <>
            {'; the one before signs too until '}
            <Time at={endpoint.previousSecretUntil} />
          </>
        )}
      </span>
      {mayChange && <a href={`/settings/events/${endpoint.id}/rotate-secret`}>Rotate secret</a>}
    </dd>
    <dt>Endpoint ID</dt>
    <dd>
      <Copy value={endpoint.id} label="endpoint id" />
    </dd>
    <dt>Added</dt>
    <dd>
      <Time at={endpoint.createdAt} />
    </dd>
  </dl>
);
