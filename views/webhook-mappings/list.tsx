import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { SelectField, TextField } from '../shared/field.js';
import { FilterBar } from '../shared/filter-bar.js';
import { PageHead } from '../shared/page-head.js';
import { Pagination } from '../shared/pagination.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { MappingStatus, Toggle } from './mapping-status.js';
import { MAPPINGS } from './places.js';

const PATH = MAPPINGS.href;

interface MappingLine {
  id: string;
  name: string;
  active: boolean;
  lastReceivedAt: Date | null;
  /** Of the last 24 hours. */
  activity: { accepted: string; refused: string };
}

export interface MappingListProps {
  frame: Frame;
  mappings: readonly MappingLine[];
  filter: { q: string; status: string };
  pages: { previous: string | null; next: string | null };
}

const STATUSES = [
  { value: '', label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Paused' },
];

export const MappingListPage = ({ frame, mappings, filter, pages }: MappingListProps) => {
  const isFiltered = filter.q !== '' || filter.status !== '';
  const mayChange = frame.person?.mayChange ?? false;
  return (
    <Shell title="Webhook mappings" frame={frame}>
      <PageHead
        title={MAPPINGS.label}
        purpose="Each has an address that forms, CRMs and automation tools post to, and says how what they send becomes a contact."
      >
        {mayChange && <NewMapping />}
      </PageHead>
      {(isFiltered || mappings.length > 0) && (
        <FilterBar action={PATH} clear={isFiltered ? PATH : null}>
          <TextField name="q" label="Name" value={filter.q} autocomplete="off" />
          <SelectField name="status" label="Status" value={filter.status} choices={STATUSES} />
        </FilterBar>
      )}
      {mappings.length === 0 ? (
        <NoMappings isFiltered={isFiltered} mayChange={mayChange} />
      ) : (
        <Table
          caption="Webhook mappings"
          columns={[
            'Name',
            'Status',
            { label: 'Last request', wideOnly: true },
            { label: 'Accepted, 24 h', right: true, wideOnly: true },
            { label: 'Refused, 24 h', right: true, wideOnly: true },
            { label: 'Action', hidden: true },
          ]}
        >
          {mappings.map((mapping) => (
            <Line mapping={mapping} frame={frame} />
          ))}
        </Table>
      )}
      <Pagination {...pages} />
    </Shell>
  );
};

const NewMapping = () => (
  <a class="button primary" href={`${PATH}/new`}>
    Create mapping
  </a>
);

const Line = ({ frame, mapping }: { frame: Frame; mapping: MappingLine }) => (
  <tr>
    <th scope="row" class="name">
      <a class="two-lines" dir="auto" href={`${PATH}/${mapping.id}`} title={mapping.name}>
        {mapping.name}
      </a>
      <small class="narrow-only">
        <Time at={mapping.lastReceivedAt} none="No request yet" />
        {mapping.activity.accepted !== '0' && `, ${mapping.activity.accepted} accepted`}
        {mapping.activity.refused !== '0' && (
          <>
            , <RefusedLink mapping={mapping} words={`${mapping.activity.refused} refused`} />
          </>
        )}
      </small>
    </th>
    <td>
      <MappingStatus active={mapping.active} />
    </td>
    <td>
      <Time at={mapping.lastReceivedAt} />
    </td>
    <td class="right">{mapping.activity.accepted}</td>
    <td class="right">
      {mapping.activity.refused === '0' ? (
        '0'
      ) : (
        <RefusedLink mapping={mapping} words={mapping.activity.refused} />
      )}
    </td>
    <td class="right">{frame.person?.mayChange && <Toggle frame={frame} {...mapping} back="list" />}</td>
  </tr>
);

const RefusedLink = ({ mapping: { id, name }, words }: { mapping: MappingLine; words: string }) => (
  <a
    class="above bad"
    href={`${PATH}/${id}/log?outcome=rejected&since=24h`}
    aria-label={`${words}: refused requests of ${name}`}
  >
    {words}
  </a>
);

const NoMappings = ({ isFiltered, mayChange }: { isFiltered: boolean; mayChange: boolean }) =>
  isFiltered ? (
    <EmptyState title="No mappings match" text="Look for part of a mapping’s name, or for any status.">
      <a class="button quiet" href={PATH}>
        Clear filters
      </a>
    </EmptyState>
  ) : (
    <EmptyState
      title="No mappings yet"
      text="Create one to get an address. Post a form’s data to it, and the person becomes a contact."
    >
      {mayChange && <NewMapping />}
    </EmptyState>
  );
