import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Copy } from '../shared/copy.js';
import { EmptyState } from '../shared/empty-state.js';
import { SelectField } from '../shared/field.js';
import { FilterBar } from '../shared/filter-bar.js';
import { JsonView } from '../shared/json-view.js';
import { PageHead } from '../shared/page-head.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { Answer, type LogPages, Pages } from './deliveries.js';
import type { DeliveryState } from './delivery-view.js';
import { EventTabs } from './event-tabs.js';
import { DeliveryStatus, STATE_WORDS } from './states.js';

const PATH = '/settings/events/log';

export interface EventLogProps {
  frame: Frame;
  type: string;
  types: readonly string[];
  events: readonly {
    id: string;
    type: string;
    callId: string | null;
    recordedAt: Date;
    /** How many deliveries are in each state. */
    deliveries: Partial<Record<DeliveryState, number>>;
  }[];
  pages: LogPages;
}

export const EventLogPage = ({ frame, type, types, events, pages }: EventLogProps) => (
  <Shell title="What happened · Events" frame={frame}>
    <PageHead
      title="Events"
      purpose="Everything that happened in the last 30 days, and whether your endpoints know."
    />
    <EventTabs current={PATH} />
    <FilterBar action={PATH} clear={type === '' ? null : PATH}>
      <SelectField
        name="type"
        label="Event"
        value={type}
        choices={[{ value: '', label: 'All' }, ...types.map((one) => ({ value: one, label: one }))]}
      />
    </FilterBar>
    {events.length === 0 ? (
      <EmptyState
        title={pages.isPartial ? 'None among these' : 'Nothing here'}
        text={
          pages.isPartial
            ? 'None of the 5,000 events that were looked through is of this type. There may be some further back.'
            : 'Calls, contacts and intake leave an event each time something about them changes.'
        }
      />
    ) : (
      <Table
        caption="Events"
        columns={['Event', 'Recorded', { label: 'Of call', wideOnly: true }, 'Deliveries']}
      >
        {events.map((event) => (
          <tr>
            <th scope="row">
              <a href={`${PATH}/${event.id}`}>{event.type}</a>
            </th>
            <td>
              <Time at={event.recordedAt} />
            </td>
            <td>{event.callId && <CallLink id={event.callId} />}</td>
            <td>
              <Tally deliveries={event.deliveries} />
            </td>
          </tr>
        ))}
      </Table>
    )}
    <Pages pages={pages} />
  </Shell>
);

const CallLink = ({ id }: { id: string }) => (
  <a class="above" href={`/settings/calls/${id}`} title={id}>
    <code>{id.slice(-8)}</code>
  </a>
);

const Tally = ({ deliveries }: { deliveries: Partial<Record<DeliveryState, number>> }) => {
  const parts = Object.entries(deliveries).map(
    ([state, count]) => `${count} ${STATE_WORDS[state as DeliveryState].toLowerCase()}`,
  );
  return parts.length === 0 ? (
    <span class="none">No endpoint wanted it</span>
  ) : (
    <span>{parts.join(', ')}</span>
  );
};

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
  payload: unknown;
  deliveries: readonly {
    id: string;
    endpointId: string;
    name: string;
    isDeleted: boolean;
    state: DeliveryState;
    attempts: number;
    status: number | null;
    error: string | null;
    lastAttemptAt: Date | null;
  }[];
}

export const EventPage = ({ frame, event, payload, deliveries }: EventProps) => (
  <Shell title={`${event.type} · Events`} frame={frame}>
    <PageHead title={event.type} from={{ href: PATH, label: 'What happened' }} />
    <EventFacts event={event} />
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
            'Answer',
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
                  <a href={`/settings/events/deliveries/${delivery.id}`}>{delivery.name}</a>
                )}
              </th>
              <td>
                <DeliveryStatus {...delivery} />
              </td>
              <td>
                <Answer {...delivery} />
              </td>
              <td class="right">{delivery.attempts}</td>
              <td>
                <Time at={delivery.lastAttemptAt} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
    <section aria-labelledby="payload">
      <h2 id="payload">Payload</h2>
      <p>What is posted to every endpoint that wants it.</p>
      <JsonView label="Body as JSON" value={payload} />
    </section>
  </Shell>
);

const EventFacts = ({ event }: Pick<EventProps, 'event'>) => (
  <dl class="facts">
    <dt>Recorded</dt>
    <dd>
      <Time at={event.recordedAt} />
    </dd>
    {event.callId && (
      <>
        <dt>Call</dt>
        <dd>
          <a href={`/settings/calls/${event.callId}`}>{event.callId}</a>
          {event.sequence !== null && <small>Event {event.sequence} of this call</small>}
        </dd>
      </>
    )}
    {event.contactId && (
      <>
        <dt>Contact</dt>
        <dd>
          <a href={`/settings/contacts/${event.contactId}`}>{event.contactId}</a>
        </dd>
      </>
    )}
    <dt>Event ID</dt>
    <dd>
      <Copy value={event.id} label="event id" />
    </dd>
  </dl>
);
