import type { CallOrder, StatusOrder } from './call-order.js';
import type { CallServices, LegOrder } from './call-services.js';
import { CallSession } from './call.session.js';
import { type CarrierCall, type Ending, type NewCall, newCall, ringing } from './carrier-call.js';
import type { SpokenLine } from './customer-line.js';
import type { Script } from './customer-script.js';
import { customerOf } from './customers.session.js';
import { inboundStory } from './inbound-call.session.js';
import { legStory, outboundStory } from './outbound-call.session.js';
import { outcomeOf } from './outcomes.js';
import type { PhoneNumber } from './phone-number.js';
import { type Draw, seededDraw, sidOf } from './seeded.js';

/** One dial that the carrier accepted, whatever it answered. */
export interface LedgerEntry {
  /** Counts the accepted dials from 1, so that a gap shows where old entries were dropped. */
  readonly number: number;
  readonly at: Date;
  readonly callSid: string;
  readonly to: string;
  readonly from: string;
  /** Where instructions come from; null for inline TwiML. */
  readonly url: string | null;
  readonly statusCallback: string | null;
}

/** Who calls one of the owned numbers. */
export interface Caller {
  readonly from: string;
  readonly callerName?: string | undefined;
  readonly forwardedFrom?: string | undefined;
  /** What the caller does on a relay, instead of what the number says. */
  readonly script?: Script | undefined;
}

export interface CallsOptions {
  readonly accountSid: string;
  readonly seed: string;
  /** Finished calls that are remembered; older ones are forgotten with their recordings. */
  readonly keptCalls: number;
  readonly nextSid: () => string;
}

/** Ledger entries are small; this many are kept for each call that is. */
const LEDGER_PER_CALL = 10;

/** Starts calls, remembers them, and forgets the oldest finished ones. */
export class Calls {
  private readonly sessions = new Map<string, CallSession>();
  private readonly finished: string[] = [];
  private readonly entries: LedgerEntry[] = [];
  private accepted = 0;
  private readonly services: CallServices;

  constructor(
    private readonly options: CallsOptions,
    services: Omit<CallServices, 'placeLeg'>,
  ) {
    this.services = { ...services, placeLeg: (parent, order) => this.placeLeg(parent, order) };
  }

  /** Accepts an outbound call: from here on it rings, whatever becomes of the request. */
  place(order: CallOrder): CallSession {
    const { to, from } = order;
    const script = this.services.knobs.take('script');
    const session = this.open({ to, from, direction: 'outbound-api' }, to, order.status, script);
    this.enter(session.call, order);
    void this.start(session, outboundStory(session, order, this.drawFor(session)));
    return session;
  }

  /** Lets somebody call an owned number. */
  receive(number: PhoneNumber, caller: Caller): CallSession {
    const status: StatusOrder = { callback: number.status, events: ['completed'] };
    const { from, callerName = null, forwardedFrom = null, script = null } = caller;
    const call = { to: number.phoneNumber, from, direction: 'inbound', callerName, forwardedFrom } as const;
    const session = this.open(call, from, status, script);
    session.call = ringing(session.call, this.services.clock.now());
    void this.start(session, inboundStory(session, number));
    return session;
  }

  find(sid: string): CallSession | undefined {
    return this.sessions.get(sid);
  }

  /** Newest first, without those that are younger than this. */
  list(youngestMs = 0): CallSession[] {
    const latest = this.services.clock.now().getTime() - youngestMs;
    return [...this.sessions.values()]
      .filter(({ call }) => youngestMs === 0 || call.createdAt.getTime() <= latest)
      .toReversed();
  }

  /** Drops every live call, without an end. */
  breakOff(): void {
    for (const session of this.sessions.values()) session.breakOff();
  }

  ledger(): LedgerEntry[] {
    return [...this.entries];
  }

  private placeLeg(parent: CarrierCall, order: LegOrder): { leg: CallSession; over: Promise<void> } {
    const { to, from } = order;
    const call = { to, from, direction: 'outbound-dial', parentCallSid: parent.sid } as const;
    const leg = this.open(call, to, order.status, null);
    return { leg, over: this.start(leg, legStory(leg, order, this.drawFor(leg))) };
  }

  private open(
    call: Omit<NewCall, 'sid' | 'accountSid' | 'phoneNumberSid'>,
    otherEnd: string,
    status: StatusOrder,
    script: Script | null,
  ): CallSession {
    const { accountSid, nextSid } = this.options;
    const own = call.direction === 'inbound' ? call.to : call.from;
    const phoneNumberSid = sidOf('PN', accountSid + own);
    const opened = newCall(
      { ...call, sid: nextSid(), accountSid, phoneNumberSid },
      this.services.clock.now(),
    );
    const outcome = outcomeOf(otherEnd);
    const conversation: SpokenLine[] = [];
    const draw = seededDraw(`${this.options.seed}:${opened.sid}:customer`);
    const customer = customerOf({ outcome: outcome.name, script, number: otherEnd, draw, conversation });
    const session = new CallSession(opened, outcome, { customer, conversation }, status, this.services);
    this.sessions.set(opened.sid, session);
    return session;
  }

  private start(session: CallSession, story: Promise<Ending>): Promise<void> {
    const over = session.live(story).then(() => this.retire(session));
    this.services.tasks.add(over);
    return over;
  }

  private retire(session: CallSession): void {
    this.finished.push(session.call.sid);
    if (this.finished.length <= this.options.keptCalls) return;
    const oldest = this.finished.shift() ?? '';
    this.services.recordings.forget(this.sessions.get(oldest)?.recordingSids ?? []);
    this.sessions.delete(oldest);
  }

  private enter(call: CarrierCall, { instructions, status }: CallOrder): void {
    this.accepted += 1;
    this.entries.push({
      number: this.accepted,
      at: call.createdAt,
      callSid: call.sid,
      to: call.to,
      from: call.from,
      url: 'url' in instructions ? instructions.url : null,
      statusCallback: status.callback?.url ?? null,
    });
    if (this.entries.length > this.options.keptCalls * LEDGER_PER_CALL) this.entries.shift();
  }

  private drawFor(session: CallSession): Draw {
    return seededDraw(`${this.options.seed}:${session.call.sid}`);
  }
}
