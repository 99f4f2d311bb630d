import type { ComponentChildren } from 'preact';
import { Copy } from '../shared/copy.js';
import { JsonView } from '../shared/json-view.js';
import { Time } from '../shared/time.js';
import type { CallShown } from './call-shown.js';

/** A callback of the carrier as it came. */
export interface CarrierEvent {
  kind: string;
  receivedAt: Date;
  payload: unknown;
}

interface CourseProps {
  call: CallShown;
  events: readonly CarrierEvent[];
  /** As they are written in their country; null where they are not known. */
  numbers: { calling: string | null; called: string | null };
}

/** What was known before the call, how it went through the network, and what the carrier said of it. */
export const Course = ({ call, events, numbers }: CourseProps) => {
  const context = call.enhanced_context;
  return (
    context && (
      <section class="course-of-call">
        <h2 id="course">Course</h2>
        <dl class="facts">
          <Network context={context} numbers={numbers} />
          <Before context={context} />
        </dl>
        <RawEvents events={events} />
      </section>
    )
  );
};

type Context = NonNullable<CallShown['enhanced_context']>;

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const Network = ({ context, numbers }: { context: Context; numbers: CourseProps['numbers'] }) => {
  const { telephony, timing, answered_by, ended } = context;
  return (
    <>
      <Fact name="From">{numbers.calling ?? 'Number withheld'}</Fact>
      <Fact name="To">{numbers.called ?? '–'}</Fact>
      <Fact name="Carrier">
        {telephony.carrier}{' '}
        {telephony.carrier_call_id !== null && (
          <Copy value={telephony.carrier_call_id} label="the carrier’s id of the call" />
        )}
      </Fact>
      {timing.dialed_at !== null && (
        <Fact name="Dialled">
          <Time at={timing.dialed_at} />
        </Fact>
      )}
      {timing.ringing_at !== null && (
        <Fact name="Rang">
          <Time at={timing.ringing_at} />
          {timing.ring_ms !== null && ` for ${(timing.ring_ms / 1_000).toFixed(1)} s`}
        </Fact>
      )}
      {timing.answered_at !== null && (
        <Fact name="Answered">
          <Time at={timing.answered_at} />
          {answered_by?.result && ` by ${ANSWERERS[answered_by.result] ?? answered_by.result}`}
        </Fact>
      )}
      {ended && <Fact name="Ended">{endedText(ended)}</Fact>}
    </>
  );
};

const ANSWERERS: Readonly<Record<string, string>> = {
  human: 'a person',
  voicemail: 'a voicemail',
  ivr: 'a phone menu',
  fax: 'a fax',
  unknown: 'somebody or something',
};

const endedText = ({ by, carrier_code, sip_code, message }: NonNullable<Context['ended']>): string =>
  [
    by && `by the ${by}`,
    message,
    carrier_code && `the carrier says “${carrier_code}”`,
    sip_code && `SIP ${sip_code}`,
  ]
    .filter(Boolean)
    .join(', ');

/** What the agent knew when it began. */
const Before = ({ context: { campaign, memory, request } }: { context: Context }) => (
  <>
    {campaign?.name && <Fact name="Campaign">{campaign.name}</Fact>}
    {memory && (
      <Fact name="Earlier calls">
        {memory.previous_calls}
        {memory.last_call_id !== null && (
          <>
            {', '}
            <a href={`/settings/calls/${memory.last_call_id}`}>the last one</a>
          </>
        )}
        {memory.brief !== null && <small>{memory.brief}</small>}
      </Fact>
    )}
    {isFilled(request?.variables) && (
      <Fact name="Variables">
        <JsonView label="Variables" value={request?.variables} />
      </Fact>
    )}
    {isFilled(request?.metadata) && (
      <Fact name="Metadata">
        <JsonView label="Metadata" value={request?.metadata} />
      </Fact>
    )}
  </>
);

const isFilled = (object: object | null | undefined): boolean => Object.keys(object ?? {}).length > 0;

const RawEvents = ({ events }: { events: readonly CarrierEvent[] }) =>
  events.length === 0 ? null : (
    <details class="more">
      <summary>{`What the carrier sent (${events.length})`}</summary>
      <ol class="raw-events">
        {events.map(({ kind, receivedAt, payload }, index) => (
          <li>
            <p>
              <strong>{kind}</strong> <Time at={receivedAt} />
            </p>
            <JsonView label={`${kind}, callback ${index + 1}`} value={payload} />
          </li>
        ))}
      </ol>
    </details>
  );
