import { Direction, Outcome } from '../calls/outcome.js';
import { reasonText } from '../calls/reasons.js';
import type { CallOutcome } from '../calls/words.js';
import { Duration } from '../shared/duration.js';
import { Phone } from '../shared/phone.js';
import { Status } from '../shared/status.js';
import { Table } from '../shared/table.js';
import { Time } from '../shared/time.js';

export interface CallLine extends CallOutcome {
  id: string;
  callType: 'inbound' | 'outbound';
  endedReason: string | null;
  callDuration: number | null;
  phone: { number: string; shown: string } | null;
  agentName: string | null;
  startedAt: Date;
}

interface CallsProps {
  contactId: string;
  /** Of all calls with the contact. */
  count: string;
  calls: readonly CallLine[];
}

/** The newest calls with a contact. */
export const CallsWith = ({ contactId, count, calls }: CallsProps) => (
  <section>
    <h2>Calls</h2>
    {calls.length === 0 ? (
      <p class="none">No calls yet.</p>
    ) : (
      <>
        <p>
          {`${count === '1' ? 'One call' : `${count} calls`}. `}
          <a href={`/settings/calls?contact_id=${contactId}`}>All calls with this contact</a>
        </p>
        <Table
          caption="Calls"
          columns={[
            'Started',
            { label: 'Direction', wideOnly: true },
            'Outcome',
            { label: 'Number', wideOnly: true },
            { label: 'Agent', wideOnly: true },
            { label: 'Duration', right: true, wideOnly: true },
          ]}
        >
          {calls.map((call) => (
            <tr>
              <th scope="row">
                <a href={`/settings/calls/${call.id}`}>
                  <Time at={call.startedAt} exact />
                </a>
                <small class="narrow-only">
                  <Direction callType={call.callType} /> <Duration seconds={call.callDuration} />
                </small>
              </th>
              <td>
                <Direction callType={call.callType} />
              </td>
              <td class="ended">
                <Outcome {...call} />
                {call.endedReason !== null && <small>{reasonText(call.endedReason)}</small>}
              </td>
              <td>{call.phone && <Phone {...call.phone} />}</td>
              <td dir="auto" title={call.agentName ?? undefined}>
                {call.agentName}
              </td>
              <td class="right">
                <Duration seconds={call.callDuration} />
              </td>
            </tr>
          ))}
        </Table>
      </>
    )}
  </section>
);

export interface IntakeLine {
  id: string;
  mappingId: string;
  mappingName: string;
  outcome: 'created' | 'updated' | 'unchanged' | 'rejected';
  receivedAt: Date;
}

const OUTCOMES: Record<IntakeLine['outcome'], { tone: 'good' | 'off' | 'bad'; word: string }> = {
  created: { tone: 'good', word: 'Created it' },
  updated: { tone: 'good', word: 'Updated it' },
  unchanged: { tone: 'off', word: 'Changed nothing' },
  rejected: { tone: 'bad', word: 'Refused' },
};

/** The newest requests to mappings that were about a contact. */
export const IntakesAbout = ({ intakes }: { intakes: readonly IntakeLine[] }) => (
  <section>
    <h2>Intakes</h2>
    {intakes.length === 0 ? (
      <p class="none">Nothing was posted about this contact in the last 30 days.</p>
    ) : (
      <>
        <p>What webhook mappings have received about this contact in the last 30 days.</p>
        <Table caption="Intakes" columns={['Received', 'Mapping', 'Outcome']}>
          {intakes.map(({ id, mappingId, mappingName, outcome, receivedAt }) => (
            <tr>
              <th scope="row">
                <a href={`/settings/webhook-mappings/${mappingId}/log/${id}`}>
                  <Time at={receivedAt} exact />
                </a>
              </th>
              <td dir="auto" title={mappingName}>
                {mappingName}
              </td>
              <td>
                <Status {...OUTCOMES[outcome]} />
              </td>
            </tr>
          ))}
        </Table>
      </>
    )}
  </section>
);
