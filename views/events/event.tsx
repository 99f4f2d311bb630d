import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Copy } from '../shared/copy.js';
import { PageHead } from '../shared/page-head.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { About, type Subject } from './about.js';
import { Answer, answerWords } from './answer.js';
import type { DeliveryState } from './delivery-view.js';
import { EVENTS } from './event-tabs.js';
import { Payload } from './payload.js';
import { DeliveryStatus } from './states.js';

const LOG = [EVENTS, { href: '/settings/events/log', label: 'Event log' }];

export interface EventProps {
  frame: Frame;
  event: {
    id: string;
    type: string;
    recordedAt: Date;
    sequence: number | null;
    callId: string | null;
    contactId: string | null;
  };
  about: Subject | null;
  /** The body that is sent. */
  body: string;
  deliveries: readonly {
    id: string;
    endpointId: string;
    name: string;
    isDeleted: boolean;
    isHeld: boolean;
    state: DeliveryState;
    attempts: number;
    status: number | null;
    error: string | null;
    lastAttemptAt: Date | null;
  }[];
}

export const EventPage = ({ frame, event, about, body, deliveries }: EventProps) => (
  <Shell title={`${event.type} · Events`} frame={frame}>
    <PageHead title={event.type} from={LOG} />
    <EventFacts event={event} about={about} />
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Where it went</h2>
      {deliveries.length === 0 ? (
        <p>Nowhere: no endpoint wanted events of this type when it was recorded.</p>
      ) : (
        <Table
          caption="List of deliveries"
          columns={[
            'Endpoint',
            'Status',
            { label: 'Answer', wideOnly: true },
            { label: 'Attempts', right: true, wideOnly: true },
            { label: 'Last attempt', wideOnly: true },
          ]}
        >
          {deliveries.map((delivery) => (
            <tr>
              <th scope="row" class="endpoint">
                {delivery.isDeleted ? (
                  `${delivery.name} (deleted)`
                ) : (
                  <a
                    class="two-lines"
                    dir="auto"
                    href={`/settings/events/deliveries/${delivery.id}`}
                    title={delivery.name}
                  >
                    {delivery.name}
                  </a>
                )}
              </th>
              <td>
                <DeliveryStatus {...delivery} />
                {delivery.state === 'pending' && delivery.isHeld && <small>Once active</small>}
                {delivery.error !== null && <small class="narrow">{answerWords(delivery)}</small>}
              </td>
              <td>
                <Answer {...delivery} />
              </td>
              <td class="right">{delivery.attempts}</td>
              <td>
                <Time at={delivery.lastAttemptAt} exact />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
    <Payload text="What is posted to every endpoint that wants it." body={body} />
  </Shell>
);

const EventFacts = ({ event, about }: Pick<EventProps, 'event' | 'about'>) => (
  <dl class="facts">
    <dt>Recorded</dt>
    <dd>
      <Time at={event.recordedAt} exact />
    </dd>
    {about && (
      <>
        <dt>About</dt>
        <dd>
          <About subject={about} />
          {event.sequence !== null && <small>Event {event.sequence} of this call</small>}
        </dd>
      </>
    )}
    {event.callId && (
      <>
        <dt>Call ID</dt>
        <dd>
          <Copy value={event.callId} label="call ID" />
        </dd>
      </>
    )}
    {event.contactId && (
      <>
        <dt>Contact ID</dt>
        <dd>
          <Copy value={event.contactId} label="contact ID" />
        </dd>
      </>
    )}
    <dt>Event ID</dt>
    <dd>
      <Copy value={event.id} label="event ID" />
    </dd>
  </dl>
);
