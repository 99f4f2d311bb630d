import { Status } from '../shared/status.js';
import type { CallShown } from './call-shown.js';
import { clock } from './timeline.js';

/** Something that was said in a call that is going on. */
export interface SaidLive {
  seq: number;
  at: Date;
  speaker: 'agent' | 'customer';
  text: string;
  unspoken: string | null;
}

const WAITING: Partial<Record<CallShown['status'], string>> = {
  scheduled: 'It has not been dialled yet.',
  queued: 'Waiting for the carrier to dial.',
  ringing: 'It is ringing.',
  'in-progress': 'Nothing has been said yet.',
};

interface LiveProps {
  call: CallShown;
  said: readonly SaidLive[];
}

/** A call as it happens: what was said so far, and, with a script, what is said from now on. */
export const LiveConversation = ({ call, said }: LiveProps) => (
  <section data-live={`/settings/calls/${call.id}/live`}>
    <div class="section-head">
      <h2 id="conversation">Conversation</h2>
      <p class="connection" data-connection hidden>
        <Status tone="live" word="Following live" />
      </p>
    </div>
    <div class="transcript" role="log" aria-label="Conversation" tabIndex={0}>
      <p id="call-waiting" hidden={said.length > 0}>
        {WAITING[call.status]}
      </p>
      <ol>
        {said.map((one) => (
          <SaidLine {...one} moment={momentOf(one.at, call)} />
        ))}
      </ol>
    </div>
    <template data-line="agent">
      <SaidLine seq={0} speaker="agent" text="" unspoken="" moment="" />
    </template>
    <template data-line="customer">
      <SaidLine seq={0} speaker="customer" text="" unspoken="" moment="" />
    </template>
    <noscript>
      <p>Reload the page to see what has been said since.</p>
    </noscript>
  </section>
);

const SPEAKERS = { agent: 'Agent', customer: 'Customer' } as const;

/** Where in the call it was said; empty while nobody knows when it was answered. */
function momentOf(at: Date, call: CallShown): string {
  const answeredAt = call.enhanced_context?.timing.answered_at ?? null;
  return answeredAt === null ? '' : clock(Math.max(0, at.getTime() - Date.parse(answeredAt)));
}

const SaidLine = ({ seq, speaker, text, unspoken, moment }: Omit<SaidLive, 'at'> & { moment: string }) => (
  <li class={`said ${speaker}`} data-seq={seq}>
    <p class="speaker">
      {SPEAKERS[speaker]} <span class="moment">{moment}</span>
    </p>
    <p class="words">
      <span>{text}</span>{' '}
      {unspoken !== null && <del title="Not spoken: the customer broke in">{unspoken}</del>}
    </p>
  </li>
);
