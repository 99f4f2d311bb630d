import { callParams } from './callback-params.js';
import { type Instructions, LONGEST_CALL_SECONDS } from './call-order.js';
import type { CallSession } from './call.session.js';
import { type Ending, ENDINGS } from './carrier-call.js';
import { applicationFault, DocumentFault } from './document-fault.js';
import { parsed } from './document.client.js';
import type { Webhook } from './form.js';
import { tokenOf } from './seeded.js';
import type { Params } from './signature.js';
import { parseTwiml, type Verb } from './twiml.js';
import { type Next, perform } from './verbs.session.js';

/** A call that asks for more documents than this is in a circle. */
const MOST_DOCUMENTS = 100;
/** The busy tone of a call whose instructions cannot be reached, and the spoken apology of others, seconds. */
const FAULT_SECONDS = 5;
/** On a call that still rings, these come before the answer; every other verb answers it. */
const BEFORE_ANSWER: ReadonlySet<Verb['verb']> = new Set(['Reject', 'Redirect', 'Pause']);

/** Carries out TwiML, document after document, until the call is over. */
export class TwimlSession {
  private documents = 0;

  constructor(
    private readonly session: CallSession,
    private readonly fallback: Webhook | null,
  ) {}

  /** How the call ended. `params` go with the first request only. */
  async run(instructions: Instructions, params: Params): Promise<Ending> {
    let next: Next = { go: 'to', instructions, params };
    while (next.go === 'to') next = await this.follow(next);
    return next.go === 'end' ? next.ending : ENDINGS.completed;
  }

  private async follow(to: Next & { go: 'to' }): Promise<Next> {
    try {
      this.session.checkDocument();
      return await this.carryOut(await this.load(to), to.instructions);
    } catch (fault) {
      const redirection = this.session.takeRedirection();
      if (redirection !== undefined) return { go: 'to', instructions: redirection, params: {} };
      if (fault instanceof DocumentFault) await this.session.sleep(FAULT_SECONDS);
      throw fault;
    }
  }

  private async carryOut(verbs: readonly Verb[], from: Instructions): Promise<Next> {
    for (const verb of verbs) {
      if (!BEFORE_ANSWER.has(verb.verb)) this.answer();
      const next = await perform(this.session, verb, from);
      if (next.go !== 'on') return next;
    }
    this.answer();
    return { go: 'end', ending: ENDINGS.completed };
  }

  /** An inbound call is answered by its first verb. */
  private answer(): void {
    if (!this.session.isAnswered) this.session.answer(LONGEST_CALL_SECONDS);
  }

  private async load({ instructions, params, copies = 0 }: Next & { go: 'to' }): Promise<Verb[]> {
    if ('twiml' in instructions) return parsed(() => parseTwiml(instructions.twiml, null));
    try {
      return await this.fetch(instructions, params, copies);
    } catch (fault) {
      if (this.fallback === null || !(fault instanceof DocumentFault)) throw fault;
      return this.fetch(this.fallback, { ErrorCode: String(fault.code), ErrorUrl: instructions.url }, 0);
    }
  }

  private async fetch(webhook: Webhook, params: Params, copies: number): Promise<Verb[]> {
    this.documents += 1;
    if (this.documents > MOST_DOCUMENTS) throw applicationFault(11200, 'Too many redirects');
    const { call, deliveries, services } = this.session;
    const token = tokenOf(`${call.sid}:document:${this.documents}`);
    const request = (): Promise<Verb[]> =>
      services.documents.fetch(webhook, { ...callParams(call), ...params }, token, deliveries);
    const first = request();
    for (let copy = 0; copy < copies; copy += 1) services.tasks.add(request().catch(() => []));
    const verbs = await first;
    this.session.checkDocument();
    return verbs;
  }
}
