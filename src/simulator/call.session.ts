import type { Delivery } from './callback.client.js';
import { Announcer } from './announcer.session.js';
import type { Instructions, ProgressEvent, RecordingOrder, StatusOrder } from './call-order.js';
import type { CallServices } from './call-services.js';
import {
  answered,
  type CarrierCall,
  detected,
  dialled,
  ended,
  type Ending,
  ENDINGS,
  isOver,
  ringing,
} from './carrier-call.js';
import { applicationFault, DocumentFault } from './document-fault.js';
import type { Customer, SpokenLine } from './customer-line.js';
import type { Outcome } from './outcomes.js';
import type { Recording } from './recording.js';
import type { RunningRecording } from './recordings.service.js';
import type { RelayRecord } from './relay.session.js';
import { Waits } from './waits.service.js';

/**
 * One live call: its state, its clock, and who is told about it. What happens in which order is the business of the
 * story that `live` is given; `end` and `redirect` break into it from outside.
 */
export class CallSession {
  readonly deliveries: Delivery[] = [];
  /** Ids of the call's recordings, running or not. */
  readonly recordingSids: string[] = [];
  /** The call's relay sessions, in order. */
  readonly relays: RelayRecord[] = [];
  /** A machine speaks its greeting on a relay. */
  isGreeting = false;
  private readonly announcer: Announcer;
  private readonly life = new Waits();
  private document = new Waits();
  private redirection: Instructions | undefined;
  private ending: Ending | undefined;
  private endedSecond: number | undefined;
  private answeredSecond: number | undefined;
  private limitSeconds = 0;
  private readonly running: RunningRecording[] = [];
  private ordered: RunningRecording | undefined;

  constructor(
    public call: CarrierCall,
    readonly outcome: Outcome,
    /** Who talks on a relay, and what was said and heard there, in order. */
    readonly talk: { readonly customer: Customer; readonly conversation: SpokenLine[] },
    status: StatusOrder,
    readonly services: CallServices,
  ) {
    this.announcer = new Announcer(status, this.deliveries, services);
    if (services.clock.isStopped) this.breakOff();
  }

  /** Whether the call was ended from outside its story, which has not finished yet. */
  get isEnding(): boolean {
    return this.ending !== undefined;
  }

  get isAnswered(): boolean {
    return this.call.answeredAt !== null;
  }

  /** Lives through the call's story: what it gives, throws, or what `end` said before, is how the call ended. */
  async live(story: Promise<Ending>): Promise<void> {
    const ending = await story.catch((fault: unknown) => this.endingOf(fault));
    if (!this.services.clock.isStopped) this.finish(this.ending ?? ending);
  }

  dial(): void {
    this.call = dialled(this.call, this.now());
    this.announcer.announce('initiated', this.call);
  }

  ring(): void {
    this.call = ringing(this.call, this.now());
    this.announcer.announce('ringing', this.call);
  }

  /** Somebody picks up; after this many seconds the call ends, if it has not ended before. */
  answer(limitSeconds: number): void {
    this.call = answered(this.call, this.now());
    this.answeredSecond = this.services.clock.seconds();
    this.limitSeconds = limitSeconds;
    this.announcer.announce('answered', this.call);
    this.sleep(limitSeconds).then(
      () => this.end(ENDINGS.completed),
      () => undefined,
    );
  }

  detect(answeredBy: string): void {
    this.call = detected(this.call, answeredBy, this.now());
  }

  /** Starts a recording; the one that was ordered with the call is named in its final callback. */
  record(order: RecordingOrder, source: Recording['source']): RunningRecording {
    const recording = this.services.recordings.start(this.call, order, source, this.deliveries);
    this.running.push(recording);
    this.recordingSids.push(recording.sid);
    if (source === 'OutboundAPI') this.ordered = recording;
    return recording;
  }

  /** Ends the call from outside its story. The first ending counts. */
  end(ending: Ending): void {
    if (this.ending !== undefined || isOver(this.call)) return;
    this.ending = ending;
    this.endedSecond = this.services.clock.seconds();
    this.breakOff();
  }

  /** Makes the call go on with other instructions. */
  redirect(instructions: Instructions): void {
    this.redirection = instructions;
    this.document.breakOff();
  }

  /** The instructions that a redirect asked for, once. */
  takeRedirection(): Instructions | undefined {
    const redirection = this.redirection;
    if (redirection === undefined) return undefined;
    this.redirection = undefined;
    this.document = new Waits();
    return redirection;
  }

  /** Waits simulated seconds; rejects when the call ends. */
  async sleep(seconds: number): Promise<void> {
    await this.services.clock.sleep(seconds, this.life);
  }

  /** Waits simulated seconds; rejects when the call ends or goes on elsewhere. */
  async sleepInDocument(seconds: number): Promise<void> {
    await this.services.clock.sleep(seconds, this.document);
  }

  /** Waits for something else than time; rejects when the call ends or goes on elsewhere. */
  async awaitInDocument<T>(work: Promise<T>): Promise<T> {
    await Promise.race([work, this.sleepInDocument(Number.POSITIVE_INFINITY)]);
    return work;
  }

  /** Throws when the call has ended or goes on elsewhere. */
  checkDocument(): void {
    this.document.check();
  }

  /** Breaks off whatever the story waits for. */
  breakOff(): void {
    this.life.breakOff();
    this.document.breakOff();
  }

  /** Something happened that a callback may be held back for. */
  reached(moment: 'setup'): void {
    this.announcer.reached(moment);
  }

  async whenDelivered(event: ProgressEvent): Promise<void> {
    await this.announcer.whenDelivered(event);
  }

  private endingOf(fault: unknown): Ending {
    if (this.ending !== undefined) return this.ending;
    if (fault instanceof DocumentFault) return fault.ending;
    if (fault instanceof Error && !this.services.clock.isStopped) process.emitWarning(fault);
    return applicationFault(20500, `The carrier failed: ${String(fault)}`).ending;
  }

  private finish(ending: Ending): void {
    this.breakOff();
    const stopped = this.running.map((recording) => ({ recording, result: recording.stop() }));
    const ordered = stopped.find(({ recording }) => recording === this.ordered)?.result;
    const seconds = Math.min(this.limitSeconds, this.secondsSinceAnswer());
    this.call = ended(this.call, ending, Math.round(seconds), this.now());
    const recording = ordered ? { ...ordered, url: this.services.recordings.urlOf(ordered) } : null;
    this.announcer.announce('completed', this.call, recording);
  }

  /** Simulated seconds since the answer, until the end. */
  private secondsSinceAnswer(): number {
    const until = this.endedSecond ?? this.services.clock.seconds();
    return this.answeredSecond === undefined ? 0 : until - this.answeredSecond;
  }

  private now(): Date {
    return this.services.clock.now();
  }
}
