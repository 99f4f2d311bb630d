import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Copy } from '../shared/copy.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Time } from '../shared/time.js';
import { About } from './about.js';
import { Attempt, type AttemptView } from './attempt.js';
import { EVENTS } from './event-tabs.js';
import type { DeliveryView } from './delivery-view.js';
import { Payload } from './payload.js';
import { DeliveryStatus } from './states.js';

export interface DeliveryProps {
  frame: Frame;
  delivery: DeliveryView;
  endpoint: { id: string; name: string; active: boolean };
  /** Whether something happens to it soon: the page looks again by itself. */
  isLive: boolean;
  /** The body that is sent. */
  body: string;
  attempts: readonly AttemptView[];
}

export const DeliveryPage = ({ frame, delivery, endpoint, isLive, body, attempts }: DeliveryProps) => {
  const { id, type, state } = delivery;
  const maySend = frame.person?.mayChange && endpoint.active && state !== 'discarded';
  return (
    <Shell title={`${type} to ${endpoint.name} · Events`} frame={frame} scripts={['fresh.js']}>
      <PageHead
        title={type}
        from={[EVENTS, { href: `/settings/events/${endpoint.id}`, label: endpoint.name }]}
      >
        {maySend && (
          <Form frame={frame} action={`/settings/events/deliveries/${id}/resend`}>
            <button type="submit" class={state === 'failed' ? 'button primary' : 'button quiet'}>
              Resend event
            </button>
          </Form>
        )}
      </PageHead>
      <div id="live" data-poll={isLive ? '1' : undefined}>
        <Facts delivery={delivery} endpoint={endpoint} isLive={isLive} />
        <section aria-labelledby="attempts">
          <h2 id="attempts">Attempts</h2>
          {attempts.length === 0 ? (
            <p>None yet.</p>
          ) : (
            <ol class="attempts">
              {attempts.toReversed().map((attempt, index) => (
                <Attempt attempt={attempt} isOpen={index === 0} />
              ))}
            </ol>
          )}
        </section>
      </div>
      <Payload text="The body of every attempt." body={body} />
    </Shell>
  );
};

const Facts = ({ delivery, endpoint, isLive }: Pick<DeliveryProps, 'delivery' | 'endpoint' | 'isLive'>) => (
  <dl class="facts">
    <dt>Status</dt>
    <dd aria-live="polite">
      <DeliveryStatus {...delivery} isHeld={!endpoint.active} />
      {delivery.state === 'failed' && (
        <small>
          Every attempt failed, and it is not tried again by itself. Resend the event once the endpoint is
          back.
        </small>
      )}
      {isLive && <small>Waiting for the answer. Reload the page to look again.</small>}
    </dd>
    {delivery.nextAttemptAt && (
      <>
        <dt>Next attempt</dt>
        <dd>
          {endpoint.active ? <Time at={delivery.nextAttemptAt} /> : 'When the endpoint is active again'}
        </dd>
      </>
    )}
    <dt>Recorded</dt>
    <dd>
      <Time at={delivery.recordedAt} exact />
    </dd>
    {delivery.about && (
      <>
        <dt>About</dt>
        <dd>
          <About subject={delivery.about} />
        </dd>
      </>
    )}
    <dt>Event ID</dt>
    <dd class="with-link">
      <Copy value={delivery.eventId} label="event ID" />
      <a href={`/settings/events/log/${delivery.eventId}`}>Where else it went</a>
    </dd>
    <dt>Delivery ID</dt>
    <dd>
      <Copy value={delivery.id} label="delivery ID" />
    </dd>
  </dl>
);
