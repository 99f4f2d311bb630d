import type { CallShown } from './call-shown.js';

/** Something that was said in a call that is going on. */
export interface SaidLive {
  seq: number;
  speaker: 'agent' | 'customer';
  text: string;
  unspoken: string | null;
}

const WAITING: Partial<Record<CallShown['status'], string>> = {
  scheduled: 'It has not been dialled yet.',
  queued: 'It is being dialled.',
  ringing: 'It is ringing.',
  'in-progress': 'Nothing has been said yet.',
};

/** A call as it happens: what was said so far, and, with a script, what is said from now on. */
export const LiveConversation = ({ call, said }: { call: CallShown; said: readonly SaidLive[] }) => (
  <section data-live={`/settings/calls/${call.id}/live`}>
    <div class="section-head">
      <h2 id="conversation">Conversation</h2>
      <p class="connection" data-connection hidden>
        Following live
      </p>
    </div>
    <div class="transcript" role="log" aria-label="Conversation" tabIndex={0}>
      <p id="call-waiting" hidden={said.length > 0}>
        {WAITING[call.status]}
      </p>
      <ol>
        {said.map((one) => (
          <SaidLine {...one} />
        ))}
      </ol>
    </div>
    <template data-line="agent">
      <SaidLine seq={0} speaker="agent" text="" unspoken="" />
    </template>
    <template data-line="customer">
      <SaidLine seq={0} speaker="customer" text="" unspoken="" />
    </template>
    <noscript>
      <p>Reload the page to see what has been said since.</p>
    </noscript>
  </section>
);

const SPEAKERS = { agent: 'Agent', customer: 'Customer' } as const;

const SaidLine = ({ seq, speaker, text, unspoken }: SaidLive) => (
  <li class={`said ${speaker}`} data-seq={seq}>
    <p class="speaker">{SPEAKERS[speaker]}</p>
    <p class="words">
      <span>{text}</span>{' '}
      {unspoken !== null && <del title="Not spoken: the customer broke in">{unspoken}</del>}
    </p>
  </li>
);
