import type { Frame } from '../layouts/frame.js';
import { shortTime } from '../shared/duration.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';
import { ContactLink, type LineDetails, LineFacts } from './log-line.js';
import { type Outcome, OutcomeStatus } from './outcome.js';

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

/** Nothing is posted again to a mapping that would refuse it. */
export const mayReplay = ({ frame, mapping }: LogListProps): boolean =>
  (frame.person?.mayChange ?? false) && mapping.active;

export const isReplayable = ({ outcome, isKept, isReplay, isMended }: LogLine): boolean =>
  outcome === 'rejected' && isKept && !isReplay && !isMended;

/** The requests, each opened in its place. */
export const LogLines = (props: LogListProps) => {
  const { mapping, lines, open, address } = props;
  const own = `/settings/webhook-mappings/${mapping.id}/log`;
  const canSelect = mayReplay(props) && lines.some(isReplayable);
  const link = (id: string): string => `${address}${address.includes('?') ? '&' : '?'}open=${id}#line-${id}`;
  return (
    <Table
      caption="Requests"
      columns={[
        ...(canSelect ? [{ label: 'Select', hidden: true }] : []),
        'Received',
        'Outcome',
        { label: 'Status', wideOnly: true },
        { label: 'Contact or reason', wideOnly: true },
        { label: 'Took', right: true, wideOnly: true },
      ]}
    >
      {lines.map((line) => (
        <>
          <tr id={`line-${line.id}`} class={open?.id === line.id ? 'is-open' : undefined}>
            {canSelect && (
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
                <Time at={line.receivedAt} exact />
              </a>
            </th>
            <td>
              <OutcomeStatus outcome={line.outcome} />
              {line.isReplay && <span class="tag">By replay</span>}
              {line.isMended && <span class="tag">Accepted since</span>}
              <small class="narrow-only">
                <ContactOrReason line={line} />
              </small>
            </td>
            <td>{line.status}</td>
            <td class="wrap">
              <ContactOrReason line={line} />
            </td>
            <td class="right">{line.durationMs === null ? '' : shortTime(line.durationMs)}</td>
          </tr>
          {open?.id === line.id && (
            <tr id={`open-${line.id}`} class="opened">
              <td colSpan={canSelect ? 6 : 5}>
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
    <ContactLink id={line.contactId} name={line.contactName ?? ''} />
  );
