import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { PageHead } from '../shared/page-head.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { DISABLED_BRIEFLY, type EndpointView } from './endpoint-view.js';
import { EventTabs } from './event-tabs.js';
import { EndpointStatus, RecentDeliveries, tally } from './states.js';
import { Verify, type VerifyExample } from './verify.js';

export interface EndpointListProps {
  frame: Frame;
  endpoints: readonly EndpointView[];
  examples: readonly VerifyExample[];
}

const AddEndpoint = () => (
  <a class="button primary" href="/settings/events/new">
    Add endpoint
  </a>
);

export const EndpointListPage = ({ frame, endpoints, examples }: EndpointListProps) => (
  <Shell title="Events" frame={frame}>
    <PageHead
      title="Events"
      purpose="Whatever happens to calls and contacts is posted, signed, to the endpoints that you add."
    >
      {frame.person?.mayChange && endpoints.length > 0 && <AddEndpoint />}
    </PageHead>
    <EventTabs current="/settings/events" />
    {endpoints.length === 0 ? (
      <>
        <EmptyState
          title="No endpoints yet"
          text="Add the address of a program of yours, and it is told as soon as a call ends or a contact comes in. When it is down nothing is lost: events wait, are tried again for three days, and can be sent again after."
        >
          {frame.person?.mayChange && <AddEndpoint />}
        </EmptyState>
        <Verify examples={examples} />
      </>
    ) : (
      <Table
        caption="Endpoints"
        columns={[
          'Endpoint',
          'Status',
          { label: 'Events', wideOnly: true },
          { label: 'Recent deliveries', wideOnly: true },
          { label: 'Last delivered', wideOnly: true },
        ]}
      >
        {endpoints.map((endpoint) => (
          <tr>
            <th scope="row" class="endpoint">
              <EndpointLink {...endpoint} />
              {endpoint.description !== null && <small>{endpoint.url}</small>}
            </th>
            <td>
              <EndpointStatus {...endpoint} />
              {endpoint.statusReason && <small class="why">{DISABLED_BRIEFLY[endpoint.statusReason]}</small>}
              {endpoint.recent.length > 0 && <small class="narrow">{tally(endpoint.recent)}</small>}
            </td>
            <td>
              <Types types={endpoint.eventTypes} />
              {endpoint.agent !== null && <small class="why">of {endpoint.agent}</small>}
            </td>
            <td>
              <RecentDeliveries recent={endpoint.recent} />
            </td>
            <td>
              <Time at={endpoint.lastDeliveredAt} />
            </td>
          </tr>
        ))}
      </Table>
    )}
  </Shell>
);

const EndpointLink = ({ id, name, description }: EndpointView) => {
  const whole = description ?? name;
  return (
    <a class="two-lines" dir="auto" href={`/settings/events/${id}`} title={whole}>
      {whole}
    </a>
  );
};

const Types = ({ types }: { types: readonly string[] }) => (
  <span title={types.join(', ')}>
    {types.length === 0 ? 'All' : types.length === 1 ? types[0] : `${types[0]} + ${types.length - 1} more`}
  </span>
);
