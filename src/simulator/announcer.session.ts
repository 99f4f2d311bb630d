import type { CallbackClient, Delivery } from './callback.client.js';
import { type Progress, progressParams } from './callback-params.js';
import type { ProgressEvent, StatusOrder } from './call-order.js';
import type { CarrierCall } from './carrier-call.js';
import type { Clock } from './clock.service.js';
import type { CallbackKind, KnobBoard } from './knobs.js';
import { tokenOf } from './seeded.js';
import type { Tasks } from './tasks.service.js';

/** What the callbacks of every call share. */
export interface AnnouncerServices {
  readonly clock: Clock;
  readonly knobs: KnobBoard;
  readonly callbacks: CallbackClient;
  readonly tasks: Tasks;
}

type Send = () => Promise<void>;
/** What a callback can be held back for: another callback, or a relay's first frame. */
type Moment = ProgressEvent | 'setup';

/** A promise that others wait for, and the means to keep it. */
function promised(): { promise: Promise<void>; keep: () => void } {
  let keep = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}

/**
 * Tells the application how one call gets on. Each event is a request of its own that waits for no other one, as
 * Twilio's; the knobs `shuffleProgress`, `lateInProgress` and `inProgressAfterSetup` hold one back until later.
 */
export class Announcer {
  private sequence = 0;
  private readonly held: { event: ProgressEvent; until: Moment; send: Send }[] = [];
  private readonly delivered = {
    initiated: promised(),
    ringing: promised(),
    answered: promised(),
    completed: promised(),
  };
  private readonly holds: Partial<Record<ProgressEvent, Moment>>;

  constructor(
    private readonly order: StatusOrder,
    private readonly deliveries: Delivery[],
    private readonly services: AnnouncerServices,
  ) {
    this.holds = {
      ...(services.knobs.take('shuffleProgress') ? { initiated: 'ringing' } : {}),
      ...(services.knobs.take('inProgressAfterSetup') ? { answered: 'setup' } : {}),
      ...(services.knobs.take('lateInProgress') ? { answered: 'completed' } : {}),
    };
  }

  /** Reports an event that has just happened to the call, if it was asked for. */
  announce(event: ProgressEvent, call: CarrierCall, recording: Progress['recording'] = null): void {
    const send = this.prepared(event, call, recording);
    const until = this.holds[event];
    if (until === undefined) this.services.tasks.add(this.sendThenRelease(event, send));
    else this.held.push({ event, until, send });
  }

  /** Sends what was held back for this moment. */
  reached(moment: 'setup'): void {
    this.services.tasks.add(this.release(moment));
  }

  /** Resolves when the event was reported, or the call is over and reported. */
  async whenDelivered(event: ProgressEvent): Promise<void> {
    await Promise.race([this.delivered[event].promise, this.delivered.completed.promise]);
  }

  private prepared(event: ProgressEvent, call: CarrierCall, recording: Progress['recording']): Send {
    const { callback, events } = this.order;
    if (callback === null || !events.includes(event)) return () => Promise.resolve();
    const sequence = this.sequence++;
    const params = progressParams(call, { event, sequence, at: this.services.clock.now(), recording });
    return () =>
      this.services.callbacks.deliver({
        kind: params['CallStatus'] as CallbackKind,
        webhook: callback,
        params,
        idempotencyToken: tokenOf(`${call.sid}:${sequence}`),
        deliveries: this.deliveries,
      });
  }

  /** Sends an event, and then what was held back until it. What waits for one that never came goes out last. */
  private async sendThenRelease(event: ProgressEvent, send: Send): Promise<void> {
    await send();
    await this.release(event);
    this.delivered[event].keep();
  }

  private async release(moment: Moment): Promise<void> {
    const due = this.held.filter(({ until }) => until === moment || moment === 'completed');
    for (const entry of due) this.held.splice(this.held.indexOf(entry), 1);
    await Promise.all(due.map((entry) => entry.send()));
    for (const { event } of due) this.delivered[event].keep();
  }
}
