import type { ComponentChildren } from 'preact';
import { Copy } from '../shared/copy.js';
import { JsonView } from '../shared/json-view.js';
import { Time } from '../shared/time.js';
import type { CallShown } from './call-shown.js';
import { capital } from './words.js';

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
  isErased: boolean;
  /** Who asked for its end; null where nobody did, or nobody kept it. */
  endedBy: string | null;
}

/** What was known before the call, how it went through the network, and what the carrier said of it. */
export const Course = ({ call, events, ...known }: CourseProps) => {
  const context = call.enhanced_context;
  return (
    context && (
      <section class="course-of-call">
        <h2 id="details">Details</h2>
        <dl class="facts">
          <Network context={context} endedAt={call.ended_at} {...known} />
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

interface NetworkProps extends Pick<CourseProps, 'numbers' | 'isErased' | 'endedBy'> {
  context: Context;
  endedAt: string | null;
}

const Network = ({ context, numbers, isErased, endedAt, endedBy }: NetworkProps) => {
  const { telephony, timing, answered_by, ended } = context;
  const erased = isErased && <span class="none">Erased</span>;
  return (
    <>
      <Fact name="From">{numbers.calling ?? (erased || 'Number withheld')}</Fact>
      <Fact name="To">{numbers.called ?? (erased || '–')}</Fact>
      <Fact name="Carrier">
        {CARRIERS[telephony.carrier] ?? telephony.carrier}{' '}
        {telephony.carrier_call_id !== null && (
          <Copy value={telephony.carrier_call_id} label="the carrier’s id of the call" />
        )}
      </Fact>
      {timing.dialed_at !== null && (
        <Fact name="Dialled">
          <Time at={timing.dialed_at} exact />
        </Fact>
      )}
      {timing.ringing_at !== null && (
        <Fact name="Rang">
          <Time at={timing.ringing_at} exact />
          {timing.ring_ms !== null && ` for ${(timing.ring_ms / 1_000).toFixed(1)} s`}
        </Fact>
      )}
      {timing.answered_at !== null && (
        <Fact name="Answered">
          <Time at={timing.answered_at} exact />
          {answered_by?.result && ` by ${ANSWERERS[answered_by.result] ?? answered_by.result}`}
        </Fact>
      )}
      {endedAt !== null && (
        <Fact name="Ended">
          <Time at={endedAt} exact />
          {ended && <Ender ended={ended} endedBy={endedBy} wasAnswered={timing.answered_at !== null} />}
        </Fact>
      )}
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

const CARRIERS: Readonly<Record<string, string>> = { simulator: 'Simulated', twilio: 'Twilio' };

const ENDERS: Readonly<Record<string, string>> = {
  customer: 'by the customer',
  agent: 'by the agent',
  carrier: 'by the carrier',
  platform: 'by this platform',
};

interface EnderProps {
  ended: NonNullable<Context['ended']>;
  endedBy: string | null;
  wasAnswered: boolean;
}

/** Whoever rejects a call, or lets it ring, ends nothing that had begun; who calls it off does. */
const Ender = ({ ended, endedBy, wasAnswered }: EnderProps) => {
  const isByHand = ended.by === 'operator';
  const told = [
    ended.message,
    ended.carrier_code && `the carrier says “${ended.carrier_code}”`,
    ended.sip_code && `SIP ${ended.sip_code}`,
  ].filter(Boolean);
  return (
    <>
      {isByHand ? ` by ${endedBy ?? 'hand'}` : wasAnswered && ended.by && ` ${ENDERS[ended.by] ?? ended.by}`}
      {told.length > 0 && <small>{capital(told.join(', '))}</small>}
    </>
  );
};

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
        {memory.brief !== null && <Told brief={memory.brief} />}
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

/** A line of the brief for each of the calls, as the agent had it. */
const Told = ({ brief }: { brief: string }) => (
  <>
    <small>The agent was told:</small>
    <ul class="brief">
      {brief.split('\n').map((line) => (
        <li>{line}</li>
      ))}
    </ul>
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
              <strong>{kind}</strong> <Time at={receivedAt} exact />
            </p>
            <JsonView label={`${kind}, callback ${index + 1}`} value={payload} />
          </li>
        ))}
      </ol>
    </details>
  );
