import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Pagination } from '../shared/pagination.js';
import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';

export interface MappingListProps {
  frame: Frame;
  mappings: readonly {
    id: string;
    name: string;
    active: boolean;
    lastReceivedAt: Date | null;
    /** Of the last 24 hours. */
    activity: { accepted: string; refused: string };
  }[];
  pages: { previous: string | null; next: string | null };
}

const NewMapping = () => (
  <a class="button primary" href="/settings/webhook-mappings/new">
    Create mapping
  </a>
);

export const MappingListPage = ({ frame, mappings, pages }: MappingListProps) => (
  <Shell title="Webhook mappings" frame={frame}>
    <PageHead
      title="Webhook mappings"
      purpose="Each has an address that forms, CRMs and automation tools post to, and says how what they send becomes a contact."
    >
      {frame.person?.mayChange && <NewMapping />}
    </PageHead>
    {mappings.length === 0 ? (
      <EmptyState
        title="No mappings yet"
        text="Create one to get an address. Post a form’s data to it, and the person becomes a contact."
      >
        {frame.person?.mayChange && <NewMapping />}
      </EmptyState>
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
          <tr>
            <th scope="row">
              <a href={`/settings/webhook-mappings/${mapping.id}`}>{mapping.name}</a>
            </th>
            <td>
              <Status tone={mapping.active ? 'good' : 'off'} word={mapping.active ? 'Active' : 'Inactive'} />
            </td>
            <td>
              <Time at={mapping.lastReceivedAt} />
            </td>
            <td class="right">{mapping.activity.accepted}</td>
            <td class="right">{mapping.activity.refused}</td>
            <td class="right">
              {frame.person?.mayChange && <Toggle frame={frame} {...mapping} back="list" small />}
            </td>
          </tr>
        ))}
      </Table>
    )}
    <Pagination {...pages} />
  </Shell>
);

interface ToggleProps {
  frame: Frame;
  id: string;
  name: string;
  active: boolean;
  /** Where to look afterwards. */
  back: 'list' | 'mapping' | 'log';
  small?: boolean;
}

/** Pauses a mapping or lets it take requests again, at once. */
export const Toggle = ({ frame, id, name, active, back, small = false }: ToggleProps) => (
  <Form frame={frame} action={`/settings/webhook-mappings/${id}/${active ? 'disable' : 'enable'}`}>
    <input type="hidden" name="back" value={back} />
    <button
      type="submit"
      class={small ? 'button quiet small' : 'button quiet'}
      aria-label={`${active ? 'Pause' : 'Activate'} ${name}`}
    >
      {active ? 'Pause' : 'Activate'}
    </button>
  </Form>
);
