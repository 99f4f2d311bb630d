import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Chips } from '../shared/chips.js';
import { Duration } from '../shared/duration.js';
import { EmptyState } from '../shared/empty-state.js';
import { type FormProblem, problemAt } from '../shared/field.js';
import { PageHead } from '../shared/page-head.js';
import { Pagination } from '../shared/pagination.js';
import { Phone } from '../shared/phone.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { CallFilters, chipsOf, type FilterName, type FilterNames, type Filters } from './list-filters.js';
import { Direction, Outcome } from './outcome.js';
import { type CallOutcome, isLive } from './words.js';

interface Row extends CallOutcome {
  id: string;
  /** Empty when nobody knows the name. */
  contact: string;
  number: string | null;
  national: string | null;
  callType: 'inbound' | 'outbound';
  agent: string;
  seconds: number | null;
  startedAt: string;
}

export interface CallListProps {
  frame: Frame;
  filters: Filters;
  problems: readonly FormProblem[];
  agents: readonly { value: string; label: string }[];
  rows: readonly Row[];
  /** How many match, as far as they were counted; null where they were not. */
  count: { found: number; isAll: boolean } | null;
  /** Where the search stopped before the page was full; null where it did not. */
  searchedBackTo: string | null;
  names: FilterNames;
  /** The address without one of the filters. */
  withoutFilter: (name: FilterName) => string;
  pages: { previous: string | null; next: string | null };
}

/** Seconds after which the list looks again: soon while a call is going on. */
const LIVE_EVERY = 3;
const NEWEST_EVERY = 15;

export const CallListView = (props: CallListProps) => {
  const { frame, filters, problems, agents, rows, pages } = props;
  return (
    <Shell title="Calls" frame={frame} scripts={['fresh.js', 'calls.js']}>
      <PageHead title="Calls" purpose="Every call your agents made and answered, newest first.">
        {frame.person?.mayChange && (
          <a class="button primary" href="/settings/calls/new">
            Start call
          </a>
        )}
      </PageHead>
      <CallFilters filters={filters} agents={agents} problems={problems} />
      {problems.length > 0 ? (
        <EmptyState
          title="No calls were looked for"
          text={
            problemAt('phone_number', problems) === undefined
              ? 'Correct what is wrong above, and filter again.'
              : 'A number is looked for whole: with its area code, or with its country code, such as +1 312 555 0100.'
          }
        />
      ) : (
        <div id="calls" data-poll={pollingOf(rows, pages)}>
          <div class="list-head">
            <Chips chips={chipsOf(props)} />
            {rows.length > 0 && <Count count={props.count} />}
          </div>
          {rows.length > 0 && <CallTable rows={rows} />}
          {props.searchedBackTo !== null ? (
            <Searched isEmpty={rows.length === 0} until={props.searchedBackTo} older={pages.next} />
          ) : (
            rows.length === 0 && <Nothing frame={frame} isFiltered={Object.keys(filters).length > 0} />
          )}
          <Pagination {...pages} />
        </div>
      )}
    </Shell>
  );
};

function pollingOf(rows: readonly Row[], { previous }: CallListProps['pages']): number | undefined {
  if (rows.some(({ status }) => isLive(status))) return LIVE_EVERY;
  return previous === null ? NEWEST_EVERY : undefined;
}

const CallTable = ({ rows }: { rows: readonly Row[] }) => (
  <Table
    caption="Calls"
    columns={[
      'Contact',
      'Outcome',
      { label: 'Duration', right: true, wideOnly: true },
      { label: 'Direction', wideOnly: true },
      { label: 'Agent', wideOnly: true },
      'Started',
    ]}
  >
    {rows.map((row) => (
      <tr>
        <th scope="row">
          <a href={`/settings/calls/${row.id}`}>
            <Who {...row} />
          </a>
        </th>
        <td>
          <Outcome {...row} />
        </td>
        <td class="right">
          <Duration seconds={row.seconds} />
        </td>
        <td>
          <Direction callType={row.callType} />
        </td>
        <td dir="auto" title={row.agent}>
          {row.agent}
        </td>
        <td>
          <Time at={row.startedAt} />
          <small class="narrow-only">
            <Direction callType={row.callType} /> <Duration seconds={row.seconds} />
          </small>
        </td>
      </tr>
    ))}
  </Table>
);

/** A name with its number, or what is known of the two: whom we called had one, until it was erased. */
const Who = ({ contact, number, national, callType }: Row) => {
  const phone = number !== null && national !== null && <Phone number={number} shown={national} />;
  if (contact === '') return phone || (callType === 'outbound' ? 'Erased contact' : 'Number withheld');
  return (
    <span class="caller">
      <span class="two-lines" dir="auto" title={contact}>
        {contact}
      </span>
      <small>{phone || 'number withheld'}</small>
    </span>
  );
};

const Count = ({ count }: Pick<CallListProps, 'count'>) =>
  count && (
    <p class="count">
      {`${count.found.toLocaleString('en-US')}${count.isAll ? '' : '+'} ${count.found === 1 && count.isAll ? 'call' : 'calls'}`}
    </p>
  );

interface SearchedProps {
  isEmpty: boolean;
  until: string;
  older: string | null;
}

/** Few calls match: the search says how far it has looked, and goes on when asked. */
const Searched = ({ isEmpty, until, older }: SearchedProps) => (
  <p class="searched">
    {isEmpty ? 'No call matches among those since ' : 'No further call matches among those since '}
    <Time at={until} />.{' '}
    {older !== null && (
      <a rel="next" href={older}>
        Search older calls
      </a>
    )}
  </p>
);

const Nothing = ({ frame, isFiltered }: { frame: Frame; isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No calls match" text="No call has everything that the filters ask for.">
      <a class="button quiet" href="/settings/calls">
        Clear filters
      </a>
    </EmptyState>
  ) : (
    <EmptyState
      title="No calls yet"
      text="Calls show up here as soon as an agent places or answers one: live while they last, then with recording, transcript and analysis."
    >
      {frame.person?.mayChange && (
        <a class="button primary" href="/settings/calls/new">
          Start call
        </a>
      )}
    </EmptyState>
  );
