import { EmptyState } from '../shared/empty-state.js';
import { SelectField } from '../shared/field.js';
import { FilterBar } from '../shared/filter-bar.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { About } from './about.js';
import { Answer, answerWords } from './answer.js';
import type { DeliveryView, LogFilterView } from './delivery-view.js';
import { DeliveryStatus, STATE_WORDS } from './states.js';
import { TypeName } from './type-name.js';

export interface LogPages {
  first: string | null;
  next: string | null;
  /** It was not looked further back than this page. */
  isPartial: boolean;
}

interface DeliveryLogProps {
  path: string;
  filter: LogFilterView;
  types: readonly string[];
  deliveries: readonly DeliveryView[];
  pages: LogPages;
  /** The endpoint is sent nothing now: what waits, waits for somebody to activate it. */
  isHeld: boolean;
  /** Nothing was ever sent to it. */
  isNew: boolean;
  mayRecover: boolean;
}

const SPANS = [
  { value: '', label: 'Any time' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
];

const isSet = (filter: LogFilterView): boolean => Object.values(filter).some((value) => value !== '');

/** What was and will be sent to an endpoint. */
export const DeliveryLog = ({
  path,
  filter,
  types,
  deliveries,
  pages,
  isHeld,
  isNew,
  mayRecover,
}: DeliveryLogProps) => (
  <section aria-labelledby="deliveries">
    <div class="section-head">
      <h2 id="deliveries">Deliveries</h2>
      {mayRecover && (
        <a class="button quiet small" href={`${path}/recover`}>
          Recover failed deliveries
        </a>
      )}
    </div>
    {!isNew && <LogFilters path={path} filter={filter} types={types} />}
    {deliveries.length === 0 ? (
      <Nothing filter={filter} pages={pages} />
    ) : (
      <DeliveryTable deliveries={deliveries} isHeld={isHeld} />
    )}
    <Pages pages={pages} />
  </section>
);

const LogFilters = ({ path, filter, types }: Pick<DeliveryLogProps, 'path' | 'filter' | 'types'>) => (
  <FilterBar action={path} clear={isSet(filter) ? path : null}>
    <SelectField
      name="state"
      label="Status"
      value={filter.state}
      choices={[
        { value: '', label: 'Any' },
        ...Object.entries(STATE_WORDS).map(([value, label]) => ({ value, label })),
      ]}
    />
    <SelectField
      name="type"
      label="Event"
      value={filter.type}
      choices={[{ value: '', label: 'Any' }, ...types.map((type) => ({ value: type, label: type }))]}
    />
    <SelectField name="within" label="Recorded" value={filter.within} choices={SPANS} />
  </FilterBar>
);

const Nothing = ({ filter, pages }: Pick<DeliveryLogProps, 'filter' | 'pages'>) => {
  if (pages.isPartial) {
    return (
      <EmptyState
        title="None among these"
        text="None of the 5,000 deliveries that were looked through is like that. There may be some further back."
      />
    );
  }
  return isSet(filter) || pages.first !== null ? (
    <EmptyState
      title="No such deliveries"
      text="None is like that; choose something else or clear the filter."
    />
  ) : (
    <EmptyState
      title="Nothing sent yet"
      text="Every event sent to this endpoint shows up here, with each attempt and its answer. Send a test event to see one."
    />
  );
};

const DeliveryTable = ({ deliveries, isHeld }: Pick<DeliveryLogProps, 'deliveries' | 'isHeld'>) => (
  <Table
    caption="List of deliveries"
    columns={[
      'Event',
      { label: 'About', wideOnly: true },
      'Status',
      { label: 'Answer', wideOnly: true },
      { label: 'Attempts', right: true, wideOnly: true },
      { label: 'Next attempt', wideOnly: true },
      { label: 'Recorded', wideOnly: true },
    ]}
  >
    {deliveries.map((delivery) => (
      <tr>
        <th scope="row">
          <a href={`/settings/events/deliveries/${delivery.id}`}>
            <TypeName type={delivery.type} />
          </a>
          {delivery.about && (
            <small class="narrow-only">
              <About subject={delivery.about} />
            </small>
          )}
          <small class="narrow">
            <Time at={delivery.recordedAt} exact />
          </small>
        </th>
        <td class="about">{delivery.about && <About subject={delivery.about} />}</td>
        <td>
          <DeliveryStatus {...delivery} isHeld={isHeld} />
          {delivery.error !== null && <small class="narrow">{answerWords(delivery)}</small>}
          {!isHeld && delivery.nextAttemptAt !== null && (
            <small class="narrow-only">
              Next: <Time at={delivery.nextAttemptAt} />
            </small>
          )}
        </td>
        <td>
          <Answer status={delivery.status} error={delivery.error} />
        </td>
        <td class="right">{delivery.attempts}</td>
        <td>
          {isHeld && delivery.nextAttemptAt !== null ? (
            <span class="none">Once active</span>
          ) : (
            <Time at={delivery.nextAttemptAt} none="–" />
          )}
        </td>
        <td>
          <Time at={delivery.recordedAt} exact />
        </td>
      </tr>
    ))}
  </Table>
);

export const Pages = ({ pages: { first, next, isPartial } }: { pages: LogPages }) =>
  first === null && next === null ? null : (
    <nav class="pagination" aria-label="Pages">
      {first !== null && (
        <a class="button quiet" href={first}>
          First page
        </a>
      )}
      {next !== null && (
        <a class="button quiet" rel="next" href={next}>
          {isPartial ? 'Look further back' : 'Next'}
        </a>
      )}
    </nav>
  );
