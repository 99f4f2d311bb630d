import type { ComponentChildren } from 'preact';
import type { Frame } from '../layouts/frame.js';
import { Copy } from '../shared/copy.js';
import { clockText, Duration } from '../shared/duration.js';
import { isolated, unbroken } from '../shared/in-sentence.js';
import { PageHead } from '../shared/page-head.js';
import { Sentence } from '../shared/parts.js';
import { Phone } from '../shared/phone.js';
import { Time } from '../shared/time.js';
import type { CallShown } from './call-shown.js';
import { Direction, Outcome } from './outcome.js';
import { Part } from './part.js';
import { reasonText } from './reasons.js';
import { isPending } from './still-to-come.js';
import { capital, isUnderWay } from './words.js';

export interface HeadProps {
  frame: Frame;
  call: CallShown;
  /** The customer's number as it is written in its country; null when it is not known. */
  national: string | null;
  isErased: boolean;
  /** How long they have been talking, or had when it ended; null where nobody answered. */
  seconds: number | null;
  /** Who asked for its end; null where nobody did, or nobody kept it. */
  endedBy: string | null;
}

type Whom = Pick<HeadProps, 'call' | 'national' | 'isErased'>;

/** The customer by name, else by number. */
export function customerOf({ call, national, isErased }: Whom): string {
  if (isErased) return 'an erased contact';
  if (nameOf(call) !== '') return nameOf(call);
  return national === null ? 'a withheld number' : unbroken(national);
}

const nameOf = ({ contact_first_name: first, contact_last_name: last }: CallShown): string =>
  [first, last].filter(Boolean).join(' ');

/** Who called whom, in a sentence that says how far it has come. */
export function titleOf(props: Whom): string {
  const { call } = props;
  const agent = isolated(call.agent_name ?? 'An agent');
  const customer = customerOf(props);
  const whom = isolated(customer);
  const caller = isolated(capital(customer));
  const isOutbound = call.call_type === 'outbound';
  if (call.status === 'in-progress') return `${agent} is talking to ${whom}`;
  if (call.status === 'queued') return `${agent} is about to call ${whom}`;
  if (call.status === 'ringing') return isOutbound ? `${agent} is calling ${whom}` : `${caller} is calling`;
  if (call.status === 'scheduled') return `${agent} will call ${whom}`;
  return isOutbound ? `${agent} called ${whom}` : `${caller} called ${agent}`;
}

/** What the page is about; it looks again by itself while it may still change. */
export const CallHead = (props: HeadProps & { isWaiting: boolean }) => {
  const { frame, call, isWaiting } = props;
  return (
    <Part id="call-head" isWaiting={isWaiting} data-status={call.status}>
      <PageHead
        title={titleOf(props)}
        dir="ltr"
        from={{ href: '/settings/calls', label: 'Calls' }}
        purpose={
          call.call_description ?? (isPending(call) ? 'A summary comes with the analysis.' : undefined)
        }
      >
        {frame.person?.mayChange && <HeadActions {...props} />}
      </PageHead>
      <HeadFacts {...props} />
    </Part>
  );
};

const HeadActions = ({ call, isErased, endedBy }: HeadProps) => {
  if (isUnderWay(call.status)) {
    return endedBy !== null ? null : (
      <a class="button danger" href={`/settings/calls/${call.id}/end`}>
        {call.status === 'in-progress' ? 'End call' : 'Cancel call'}
      </a>
    );
  }
  if (isErased || call.phone_number === null) return null;
  const query = new URLSearchParams({ agent_id: call.agent_id, phone_number: call.phone_number });
  return (
    <a class="button quiet" href={`/settings/calls/new?${query.toString()}`}>
      {call.call_type === 'outbound' ? 'Call again' : 'Call back'}
    </a>
  );
};

/** Why it ended, or who is ending it. */
const reasonNow = (call: CallShown, endedBy: string | null): string | null =>
  isUnderWay(call.status) && endedBy !== null
    ? `Being ended by ${endedBy}.`
    : reasonText(call.ended_reason, endedBy);

const HeadFacts = (props: HeadProps) => {
  const { call, national, isErased, seconds, endedBy } = props;
  const version = call.enhanced_context?.agent.version ?? null;
  return (
    <dl class="head-facts">
      <HeadFact name={isUnderWay(call.status) ? 'Status' : 'Outcome'}>
        <Outcome status={call.status} success={call.call_success} voicemail={call.went_to_voicemail} />
        <small>
          <Sentence text={reasonNow(call, endedBy) ?? ''} />
        </small>
      </HeadFact>
      <HeadFact name="Duration">
        <Length call={call} seconds={seconds} />
        <small>
          <Direction callType={call.call_type} />
        </small>
      </HeadFact>
      <HeadFact name={call.status === 'queued' ? 'Queued' : 'Started'}>
        <Time at={call.started_at} exact />
      </HeadFact>
      <HeadFact name="Contact">
        {call.contact_id === null ? (
          capital(customerOf(props))
        ) : (
          <Name href={`/settings/contacts/${call.contact_id}`} name={capital(customerOf(props))} />
        )}
        {!isErased && call.phone_number !== null && national !== null && nameOf(call) !== '' && (
          <small>
            <Phone number={call.phone_number} shown={national} />
          </small>
        )}
      </HeadFact>
      <HeadFact name="Agent">
        <Name href={`/settings/agents/${call.agent_id}`} name={call.agent_name ?? 'An agent'} />
        {version !== null && <small>{`Version ${version}`}</small>}
      </HeadFact>
      <HeadFact name="Call ID">
        <Copy value={call.id} short={`…${call.id.slice(-12)}`} label="call id" />
      </HeadFact>
    </dl>
  );
};

/** A long name is cut where it ends, which may be at the left. */
const Name = ({ href, name }: { href: string; name: string }) => (
  <a href={href} dir="auto" title={name}>
    {name}
  </a>
);

/** Of a call that goes on, a script counts on from its answer. */
const Length = ({ call, seconds }: Pick<HeadProps, 'call' | 'seconds'>) =>
  call.status === 'in-progress' && seconds !== null ? (
    <span class="duration" data-since={call.enhanced_context?.timing.answered_at}>
      {clockText(seconds)}
    </span>
  ) : (
    <Duration seconds={seconds} />
  );

const HeadFact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
