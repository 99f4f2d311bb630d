import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { SelectField, TextField } from '../shared/field.js';
import { FilterBar } from '../shared/filter-bar.js';
import { PageHead } from '../shared/page-head.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { About, type Subject } from './about.js';
import { type LogPages, Pages } from './deliveries.js';
import type { DeliveryState } from './delivery-view.js';
import { EventTabs } from './event-tabs.js';
import { StateCount, STATES } from './states.js';
import { TypeName } from './type-name.js';

const PATH = '/settings/events/log';

export interface EventLogProps {
  frame: Frame;
  /** `to`: a day (UTC), up to whose end. */
  filter: { type: string; deliveries: '' | 'failed' | 'pending'; to: string };
  types: readonly string[];
  events: readonly {
    id: string;
    type: string;
    recordedAt: Date;
    about: Subject | null;
    /** How many deliveries are in each state. */
    deliveries: Partial<Record<DeliveryState, number>>;
  }[];
  pages: LogPages;
}

export const EventLogPage = ({ frame, filter, types, events, pages }: EventLogProps) => (
  <Shell title="Event log · Events" frame={frame}>
    <PageHead
      title="Events"
      purpose="Everything that happened in the last 30 days, and whether your endpoints know."
    />
    <EventTabs current={PATH} />
    <FilterBar action={PATH} clear={isSet(filter) ? PATH : null}>
      <SelectField
        name="type"
        label="Event"
        value={filter.type}
        choices={[{ value: '', label: 'Any' }, ...types.map((one) => ({ value: one, label: one }))]}
      />
      <SelectField name="deliveries" label="Deliveries" value={filter.deliveries} choices={DELIVERIES} />
      <TextField name="to" label="Up to (UTC)" type="date" value={filter.to} />
    </FilterBar>
    {events.length === 0 ? (
      <Nothing filter={filter} isPartial={pages.isPartial} />
    ) : (
      <Table
        caption="Events"
        columns={[
          'Event',
          { label: 'About', wideOnly: true },
          'Deliveries',
          { label: 'Recorded', wideOnly: true },
        ]}
      >
        {events.map((event) => (
          <tr>
            <th scope="row">
              <a href={`${PATH}/${event.id}`}>
                <TypeName type={event.type} />
              </a>
              {event.about && (
                <small class="narrow-only">
                  <About subject={event.about} />
                </small>
              )}
              <small class="narrow">
                <Time at={event.recordedAt} exact />
              </small>
            </th>
            <td class="about">{event.about && <About subject={event.about} />}</td>
            <td>
              <Tally deliveries={event.deliveries} />
            </td>
            <td>
              <Time at={event.recordedAt} exact />
            </td>
          </tr>
        ))}
      </Table>
    )}
    <Pages pages={pages} />
  </Shell>
);

const DELIVERIES = [
  { value: '', label: 'Any' },
  { value: 'failed', label: 'Some failed' },
  { value: 'pending', label: 'Some waiting' },
];

const isSet = (filter: EventLogProps['filter']): boolean =>
  Object.values(filter).some((value) => value !== '');

const Nothing = ({ filter, isPartial }: Pick<EventLogProps, 'filter'> & { isPartial: boolean }) => {
  if (isPartial) {
    return (
      <EmptyState
        title="None among these"
        text="None of the 5,000 events that were looked through is like that. There may be some further back."
      />
    );
  }
  return isSet(filter) ? (
    <EmptyState title="No such events" text="None is like that; choose something else or clear the filter." />
  ) : (
    <EmptyState
      title="Nothing happened yet"
      text="Calls, contacts and intake leave an event each time something about them changes."
    />
  );
};

const Tally = ({ deliveries }: { deliveries: Partial<Record<DeliveryState, number>> }) => {
  const states = STATES.filter((state) => deliveries[state]);
  return states.length === 0 ? (
    <span class="none">No endpoint wanted it</span>
  ) : (
    <span class="tally">
      {states.map((state) => (
        <StateCount state={state} count={deliveries[state] ?? 0} />
      ))}
    </span>
  );
};
