import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { EmptyState } from '../shared/empty-state.js';
import { SelectField } from '../shared/field.js';
import { FilterBar } from '../shared/filter-bar.js';
import { Form } from '../shared/form.js';
import { Notice } from '../shared/notice.js';
import { PageHead } from '../shared/page-head.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { type LineDetails, LineFacts } from './log-line.js';
import { Toggle } from './list.js';
import { type Outcome, OUTCOMES, OutcomeStatus } from './outcome.js';

/** A line of the log in a list: without what was posted. */
export interface LogLine {
  id: string;
  receivedAt: Date;
  outcome: Outcome;
  status: number;
  reason: string | null;
  durationMs: number | null;
  isKept: boolean;
  /** It was posted again from the log. */
  isReplay: boolean;
  /** A later try of it was accepted. */
  isMended: boolean;
  contactId: string | null;
  contactName: string | null;
}

export interface LogListProps {
  frame: Frame;
  mapping: { id: string; name: string; active: boolean };
  outcome: string;
  since: string;
  sinceChoices: readonly { value: string; label: string }[];
  lines: readonly LogLine[];
  /** The line that is looked into, in its place. */
  open: LineDetails | null;
  /** This list, with its filter and place. */
  address: string;
  /** Refused requests of the chosen time that could be replayed. */
  refused: string;
  pages: { first: string | null; next: string | null };
}

export const LogPage = (props: LogListProps) => {
  const { frame, mapping, outcome, since, lines, pages } = props;
  const path = `/settings/webhook-mappings/${mapping.id}`;
  const isFiltered = outcome !== '' || since !== '';
  return (
    <Shell title={`Log · ${mapping.name}`} frame={frame} scripts={['intake-log.js']}>
      <PageHead
        title="Log"
        from={{ href: path, label: mapping.name }}
        purpose="Every request of the last 30 days, accepted or not. What was refused can be replayed once the mapping is mended."
      />
      {!mapping.active && (
        <Notice
          tone="waiting"
          title="This mapping is inactive"
          button={frame.person?.mayChange && <Toggle frame={frame} {...mapping} back="log" small />}
        >
          What is posted is refused with 409, and nothing can be replayed until it is active.
        </Notice>
      )}
      <FilterBar action={`${path}/log`} clear={isFiltered ? `${path}/log` : null}>
        <SelectField
          name="outcome"
          label="Outcome"
          value={outcome}
          choices={[
            { value: '', label: 'All' },
            ...Object.entries(OUTCOMES).map(([value, { word }]) => ({ value, label: word })),
          ]}
        />
        <SelectField name="since" label="Received" value={since} choices={props.sinceChoices} />
      </FilterBar>
      {lines.length === 0 ? (
        <EmptyState
          title={isFiltered ? 'Nothing matches' : 'No requests yet'}
          text={
            isFiltered
              ? 'No request of this kind was received in this time.'
              : 'What is posted to the mapping’s address shows up here.'
          }
        />
      ) : (
        <Form frame={frame} action={`${path}/replays`}>
          <Lines {...props} />
          {frame.person?.mayChange && <ReplayButtons {...props} />}
        </Form>
      )}
      {(pages.first !== null || pages.next !== null) && (
        <nav class="pagination" aria-label="Pages">
          {pages.first !== null && (
            <a class="button quiet" href={pages.first}>
              Newest
            </a>
          )}
          {pages.next !== null && (
            <a class="button quiet" rel="next" href={pages.next}>
              Older
            </a>
          )}
        </nav>
      )}
    </Shell>
  );
};

const ReplayButtons = ({ since, refused, lines }: LogListProps) =>
  refused === '0' ? null : (
    <div class="buttons">
      <input type="hidden" name="since" value={since} />
      {lines.some(isReplayable) && (
        <button type="submit" class="button quiet" name="what" value="selected">
          Replay selected
        </button>
      )}
      <button type="submit" class="button quiet" name="what" value="all">
        {`Replay all refused (${refused})`}
      </button>
      <p class="hint">
        They are posted again, the oldest first, through the mapping as it is now. What was accepted since is
        left out.
      </p>
    </div>
  );

const isReplayable = ({ outcome, isKept, isReplay, isMended }: LogLine): boolean =>
  outcome === 'rejected' && isKept && !isReplay && !isMended;

const Lines = ({ frame, mapping, lines, open, address }: LogListProps) => {
  const own = `/settings/webhook-mappings/${mapping.id}/log`;
  const mayChange = frame.person?.mayChange ?? false;
  const link = (id: string): string => `${address}${address.includes('?') ? '&' : '?'}open=${id}#line-${id}`;
  return (
    <Table
      caption="Requests"
      columns={[
        ...(mayChange ? [{ label: 'Select', hidden: true }] : []),
        'Received',
        'Outcome',
        { label: 'Status', wideOnly: true },
        'Contact or reason',
        { label: 'Took', right: true, wideOnly: true },
      ]}
    >
      {lines.map((line) => (
        <>
          <tr id={`line-${line.id}`} class={open?.id === line.id ? 'is-open' : undefined}>
            {mayChange && (
              <td>
                {isReplayable(line) && (
                  <label class="pick">
                    <input
                      type="checkbox"
                      name="request"
                      value={line.id}
                      aria-label={`Select the request of ${line.receivedAt.toISOString()}`}
                    />
                  </label>
                )}
              </td>
            )}
            <th scope="row">
              <a href={open?.id === line.id ? address : link(line.id)} data-opens={line.id}>
                <Time at={line.receivedAt} />
              </a>
            </th>
            <td>
              <OutcomeStatus outcome={line.outcome} />
              {line.isReplay && <span class="tag">Replay</span>}
              {line.isMended && <span class="tag">Accepted since</span>}
            </td>
            <td>{line.status}</td>
            <td class="wrap">
              <ContactOrReason line={line} />
            </td>
            <td class="right">{line.durationMs === null ? '' : `${line.durationMs} ms`}</td>
          </tr>
          {open?.id === line.id && (
            <tr id={`open-${line.id}`} class="opened">
              <td colSpan={mayChange ? 6 : 5}>
                <LineFacts line={open} path={own} />
                <p>
                  <a href={`${own}/${line.id}`}>Open on its own page</a>
                </p>
              </td>
            </tr>
          )}
        </>
      ))}
    </Table>
  );
};

const ContactOrReason = ({ line }: { line: LogLine }) =>
  line.contactId === null ? (
    <>{line.reason}</>
  ) : (
    <a class="above" href={`/settings/contacts/${line.contactId}`}>
      {line.contactName || 'Contact without a name'}
    </a>
  );
