import type { RelayOutcome } from '../calls/relay-outcome.js';
import type { Handoff } from '../telephony/relay-frames.js';
import type { Line } from './conversation-ports.js';
import { Timers } from './timers.session.js';

/** Why and how a conversation is going to end, once the last words were heard. */
interface Ending {
  outcome: RelayOutcome;
  handoff: Handoff;
  /** The customer may still say "wait": the agent itself decided to end. */
  canBeStopped: boolean;
}

/** What the customer's hanging up does not change any more. */
const DECIDED: ReadonlySet<RelayOutcome> = new Set(['voicemail', 'opted-out', 'model-failed']);

/** The end of a conversation: planned, perhaps stopped again by the customer, and at last said to the carrier. */
export class Farewell {
  private readonly timers = new Timers<'closing'>();
  private ending: Ending | null = null;
  /** What the agent was about to do when it was interrupted. */
  private stopped: Ending | null = null;
  isSaid = false;
  /** The customer wants no more calls: that is what came of this one, whoever ends it. */
  hasOptedOut = false;

  constructor(
    private readonly line: Line,
    private readonly closingMs: number,
  ) {}

  get isPlanned(): boolean {
    return this.ending !== null;
  }

  /** Nothing that the customer says changes it any more. */
  get isCertain(): boolean {
    return this.ending !== null && !this.ending.canBeStopped;
  }

  plan(
    outcome: RelayOutcome,
    { handoff = { reason: 'end' }, canBeStopped = false }: Partial<Ending> = {},
  ): void {
    const isOptOut = this.hasOptedOut && outcome !== 'transferred';
    this.ending = { outcome: isOptOut ? 'opted-out' : outcome, handoff, canBeStopped };
  }

  /** The customer breaks in; what for will be seen. */
  hold(): void {
    if (!this.ending?.canBeStopped) return;
    this.stopped = this.ending;
    this.ending = null;
  }

  /** The customer wants something else. */
  forget(): void {
    this.stopped = null;
    if (!this.isCertain) this.ending = null;
  }

  /** The customer wanted nothing. @returns whether there was something to go on with */
  resume(): boolean {
    const { stopped } = this;
    this.stopped = null;
    if (!stopped) return false;
    this.ending ??= stopped;
    return true;
  }

  /** The carrier closes the line now, or we do. */
  say(): void {
    if (!this.ending || this.isSaid) return;
    this.isSaid = true;
    this.line.send({ type: 'end', handoffData: JSON.stringify(this.ending.handoff) });
    this.timers.set('closing', this.closingMs, () => this.line.close('over'));
  }

  close(): void {
    this.timers.clearAll();
  }

  /** How it ended, now that the line is closed; null when nothing was decided. */
  get outcome(): RelayOutcome | null {
    return this.ending && (this.isSaid || DECIDED.has(this.ending.outcome)) ? this.ending.outcome : null;
  }
}
