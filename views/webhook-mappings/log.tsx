import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { SelectField } from '../shared/field.js';
import { FilterBar } from '../shared/filter-bar.js';
import { Form } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Pagination } from '../shared/pagination.js';
import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';

type Outcome = 'created' | 'updated' | 'unchanged' | 'rejected';

const OUTCOMES: Record<Outcome, { tone: 'good' | 'off' | 'bad'; word: string }> = {
  created: { tone: 'good', word: 'Created' },
  updated: { tone: 'good', word: 'Updated' },
  unchanged: { tone: 'off', word: 'Unchanged' },
  rejected: { tone: 'bad', word: 'Refused' },
};

interface LogLine {
  id: string;
  receivedAt: Date;
  outcome: Outcome;
  status: number;
  reason: string | null;
  contactId: string | null;
  durationMs: number | null;
  payload: string | null;
  replayed: boolean;
}

interface LogProps {
  frame: Frame;
  mapping: { id: string; name: string };
}

export interface LogListProps extends LogProps {
  outcome: string;
  lines: readonly LogLine[];
  pages: { previous: string | null; next: string | null };
}

export const LogPage = ({ frame, mapping, outcome, lines, pages }: LogListProps) => {
  const path = `/settings/webhook-mappings/${mapping.id}/log`;
  return (
    <Shell title={`Log · ${mapping.name}`} frame={frame}>
      <PageHead
        title="Log"
        from={{ href: `/settings/webhook-mappings/${mapping.id}`, label: mapping.name }}
        purpose="Every request of the last 30 days, accepted or not. What was refused can be replayed once the mapping is mended."
      />
      <FilterBar action={path} clear={outcome === '' ? null : path}>
        <SelectField
          name="outcome"
          label="Outcome"
          value={outcome}
          choices={[
            { value: '', label: 'All' },
            ...Object.entries(OUTCOMES).map(([value, { word }]) => ({ value, label: word })),
          ]}
        />
      </FilterBar>
      {lines.length === 0 ? (
        <EmptyState title="No requests" text="What is posted to the mapping’s address shows up here." />
      ) : (
        <Table
          caption="Requests"
          columns={['Received', 'Outcome', 'Status', 'Reason', { label: 'Took', right: true }]}
        >
          {lines.map((line) => (
            <tr>
              <th scope="row">
                <a href={`${path}/${line.id}`}>
                  <Time at={line.receivedAt} />
                </a>
              </th>
              <td>
                <Status {...OUTCOMES[line.outcome]} />
                {line.replayed && <span class="tag">Replay</span>}
              </td>
              <td>{line.status}</td>
              <td class="wrap">{line.reason}</td>
              <td class="right">{line.durationMs === null ? '' : `${line.durationMs} ms`}</td>
            </tr>
          ))}
        </Table>
      )}
      <Pagination {...pages} />
    </Shell>
  );
};

export interface LogLineProps extends LogProps {
  line: LogLine;
  details: readonly string[];
}

export const LogLinePage = ({ frame, mapping, line, details }: LogLineProps) => {
  const path = `/settings/webhook-mappings/${mapping.id}/log`;
  return (
    <Shell title={`Request · ${mapping.name}`} frame={frame}>
      <PageHead title="Request" from={{ href: path, label: `Log of ${mapping.name}` }}>
        {frame.person?.mayChange && line.payload !== null && (
          <Form frame={frame} action={`${path}/${line.id}/replay`}>
            <button type="submit" class="button primary">
              Replay request
            </button>
          </Form>
        )}
      </PageHead>
      <dl class="facts">
        <dt>Received</dt>
        <dd>
          <Time at={line.receivedAt} />
        </dd>
        <dt>Outcome</dt>
        <dd>
          <Status {...OUTCOMES[line.outcome]} /> ({line.status})
        </dd>
        {line.reason !== null && (
          <>
            <dt>Reason</dt>
            <dd>
              {line.reason}
              {details.map((text) => (
                <small>{text}</small>
              ))}
            </dd>
          </>
        )}
        {line.contactId !== null && (
          <>
            <dt>Contact</dt>
            <dd>
              <code>{line.contactId}</code>
            </dd>
          </>
        )}
      </dl>
      <h2>Payload</h2>
      {line.payload === null ? (
        <p>It could not be read, or is not kept any more.</p>
      ) : (
        <figure class="code">
          <pre tabIndex={0} role="region" aria-label="Payload">
            <code>{line.payload}</code>
          </pre>
        </figure>
      )}
    </Shell>
  );
};
