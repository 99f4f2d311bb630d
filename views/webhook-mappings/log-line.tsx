import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { Copy } from '../shared/copy.js';
import { shortTime } from '../shared/duration.js';
import { Form } from '../shared/form.js';
import { JsonView } from '../shared/json-view.js';
import { PageHead } from '../shared/page-head.js';
import { Time } from '../shared/time.js';
import { type Check, Found } from './found.js';
import { type Outcome, OutcomeStatus } from './outcome.js';
import { wayToLog } from './places.js';
import { SourcePath } from './source-path.js';

/** Whom a request made or changed; the name is empty where it has none. */
interface LoggedContact {
  id: string;
  name: string;
}

export interface LineDetails {
  id: string;
  receivedAt: Date;
  outcome: Outcome;
  status: number;
  reason: string | null;
  replayOf: string | null;
  durationMs: number | null;
  contact: LoggedContact | null;
  /** What was wrong, or skipped. */
  remarks: readonly string[];
  /** null where it could not be read, or is not kept. */
  payload: Readonly<Record<string, unknown>> | null;
  /** What the field mappings make of it as they are now; a transform in words, empty for none. */
  trace: readonly { source: string; target: string; transform: string; check: Check | null }[];
}

interface LogLineProps {
  frame: Frame;
  mapping: { id: string; name: string; active: boolean };
  line: LineDetails;
}

export const LogLinePage = ({ frame, mapping, line }: LogLineProps) => {
  const path = `/settings/webhook-mappings/${mapping.id}/log`;
  return (
    <Shell title={`Request · ${mapping.name}`} frame={frame}>
      <PageHead title="Request" from={wayToLog(mapping)}>
        {frame.person?.mayChange && mapping.active && line.payload !== null && (
          <Form frame={frame} action={`${path}/${line.id}/replay`}>
            <button type="submit" class="button primary">
              Replay request
            </button>
          </Form>
        )}
      </PageHead>
      <LineFacts line={line} path={path} />
    </Shell>
  );
};

/** One request: what became of it, what was posted, and what the field mappings make of it now. */
export const LineFacts = ({ line, path }: { line: LineDetails; path: string }) => (
  <div class="line-facts">
    <dl class="facts">
      <dt>Received</dt>
      <dd>
        <Time at={line.receivedAt} exact />
      </dd>
      <dt>Outcome</dt>
      <dd>
        <OutcomeStatus outcome={line.outcome} /> <span class="status-code">({line.status})</span>
      </dd>
      {(line.reason !== null || line.remarks.length > 0) && (
        <>
          <dt>{line.outcome === 'rejected' ? 'Reason' : 'Remarks'}</dt>
          <dd>
            {line.reason}
            {line.remarks.map((text) => (
              <small>{text}</small>
            ))}
          </dd>
        </>
      )}
      {line.contact && (
        <>
          <dt>Contact</dt>
          <dd>
            <ContactLink {...line.contact} />
          </dd>
        </>
      )}
      {line.replayOf !== null && (
        <>
          <dt>Replay of</dt>
          <dd>
            <a href={`${path}/${line.replayOf}`}>{line.replayOf}</a>
          </dd>
        </>
      )}
      {line.durationMs !== null && (
        <>
          <dt>Took</dt>
          <dd>{shortTime(line.durationMs)}</dd>
        </>
      )}
      <dt>Request ID</dt>
      <dd>
        <Copy value={line.id} label="request ID" />
      </dd>
    </dl>
    {line.payload === null ? (
      <p>What was posted could not be read, or is not kept any more.</p>
    ) : (
      <div class="sides">
        <section aria-label="Payload">
          <h2>Payload</h2>
          <JsonView label={`Payload of ${line.id}`} value={line.payload} />
        </section>
        {line.trace.length > 0 && <Trace trace={line.trace} />}
      </div>
    )}
  </div>
);

export const ContactLink = ({ id, name }: LoggedContact) => (
  <a class="above" href={`/settings/contacts/${id}`}>
    {name || 'Contact without a name'}
  </a>
);

const Trace = ({ trace }: Pick<LineDetails, 'trace'>) => (
  <section aria-label="Field mappings">
    <h2>What the field mappings find in it now</h2>
    <ul class="trace">
      {trace.map(({ source, target, transform, check }) => (
        <li>
          <p>
            <SourcePath path={source} />{' '}
            <span class="becomes">
              <span class="arrow" role="img" aria-label="into" /> {target}
              {transform !== '' && ` · ${transform}`}
            </span>
          </p>
          {check && <Found check={check} />}
        </li>
      ))}
    </ul>
  </section>
);
