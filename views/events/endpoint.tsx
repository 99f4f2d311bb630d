import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Copy } from '../shared/copy.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Time } from '../shared/time.js';
import type { DeliveryView, LogFilterView } from './delivery-view.js';
import { EVENTS } from './event-tabs.js';
import { DeliveryLog, type LogPages } from './deliveries.js';
import type { EndpointView } from './endpoint-view.js';
import { countOf, EndpointStatus, RecentDeliveries } from './states.js';
import { Trouble } from './trouble.js';
import { FoldedVerify, Verify, type VerifyExample } from './verify.js';

export interface EndpointProps {
  frame: Frame;
  endpoint: EndpointView;
  /** How many deliveries wait. */
  waiting: string;
  /** Whether some failed for good, and can be recovered. */
  hasFailed: boolean;
  filter: LogFilterView;
  types: readonly string[];
  deliveries: readonly DeliveryView[];
  pages: LogPages;
  examples: readonly VerifyExample[];
}

export const EndpointPage = (props: EndpointProps) => {
  const { frame, endpoint, waiting, hasFailed, examples } = props;
  const path = `/settings/events/${endpoint.id}`;
  const mayChange = frame.person?.mayChange ?? false;
  const mayRecover = mayChange && hasFailed && endpoint.status === 'active';
  return (
    <Shell title={`${endpoint.name} · Events`} frame={frame}>
      <PageHead title={endpoint.description ?? endpoint.name} from={EVENTS}>
        {mayChange && <Actions frame={frame} endpoint={endpoint} />}
      </PageHead>
      <Trouble endpoint={endpoint} waiting={waiting} recover={mayRecover ? `${path}/recover` : null} />
      <Facts endpoint={endpoint} waiting={waiting} mayChange={mayChange} />
      <DeliveryLog
        isHeld={endpoint.status !== 'active'}
        {...props}
        path={path}
        isNew={endpoint.recent.length === 0}
        mayRecover={mayRecover}
      />
      {endpoint.recent.includes('delivered') ? (
        <FoldedVerify examples={examples} />
      ) : (
        <Verify examples={examples} />
      )}
      {mayChange && (
        <section aria-labelledby="delete">
          <h2 id="delete">Delete</h2>
          <p>
            Deleting stops all deliveries to it, drops what waits, and removes its secret and its log.
            {endpoint.status === 'active' &&
              ' To stop for a while, pause it: what happens meanwhile is kept.'}
          </p>
          <a class="button quiet" href={`${path}/delete`}>
            Delete endpoint
          </a>
        </section>
      )}
    </Shell>
  );
};

interface ActProps {
  frame: Frame;
  action: string;
  tone: 'primary' | 'quiet';
  label: string;
}

const Act = ({ frame, action, tone, label }: ActProps) => (
  <Form frame={frame} action={action}>
    <button type="submit" class={`button ${tone}`}>
      {label}
    </button>
  </Form>
);

/** What is wanted most stands last. */
const Actions = ({ frame, endpoint: { id, status } }: { frame: Frame; endpoint: EndpointView }) => {
  const path = `/settings/events/${id}`;
  const isActive = status === 'active';
  return (
    <>
      {isActive && <Act frame={frame} action={`${path}/pause`} tone="quiet" label="Pause endpoint" />}
      <a class="button quiet" href={`${path}/edit`}>
        Edit endpoint
      </a>
      {isActive ? (
        <Act frame={frame} action={`${path}/test`} tone="primary" label="Send test event" />
      ) : (
        <Act frame={frame} action={`${path}/activate`} tone="primary" label="Activate endpoint" />
      )}
    </>
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
    {waiting !== String(countOf(endpoint.recent, 'pending')) && (
      <>
        <dt>Waiting</dt>
        <dd>{`${waiting} deliveries`}</dd>
      </>
    )}
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
      <Copy value={endpoint.id} label="endpoint ID" />
    </dd>
    <dt>Added</dt>
    <dd>
      <Time at={endpoint.createdAt} exact />
    </dd>
  </dl>
);
