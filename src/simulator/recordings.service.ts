import type { CallbackClient, Delivery } from './callback.client.js';
import { recordingParams } from './callback-params.js';
import type { RecordingEvent, RecordingOrder } from './call-order.js';
import type { CarrierCall } from './carrier-call.js';
import type { Clock } from './clock.service.js';
import type { KnobBoard } from './knobs.js';
import { processed, type Recording, stopped } from './recording.js';
import { accountPath } from './resources.js';
import { tokenOf } from './seeded.js';
import type { Tasks } from './tasks.service.js';

/** Simulated seconds from the end of a recording to the file: after the call's last status callback. */
const PROCESSING_SECONDS = 1.5;

/** A recording that still runs. */
export interface RunningRecording {
  readonly sid: string;
  /** Ends it and reports it. Again is the same as once. */
  stop(): Recording;
}

/** Makes, keeps and reports recordings. Media are made when somebody asks for them. */
export class Recordings {
  private readonly all = new Map<string, Recording>();

  constructor(
    private readonly baseUrl: () => string,
    private readonly nextSid: () => string,
    private readonly services: { clock: Clock; callbacks: CallbackClient; knobs: KnobBoard; tasks: Tasks },
  ) {}

  start(
    call: CarrierCall,
    order: RecordingOrder,
    source: Recording['source'],
    deliveries: Delivery[],
  ): RunningRecording {
    const { clock } = this.services;
    const began = clock.seconds();
    const at = clock.now();
    const recording: Recording = {
      sid: this.nextSid(),
      accountSid: call.accountSid,
      callSid: call.sid,
      status: 'in-progress',
      startedAt: at,
      updatedAt: at,
      durationSeconds: 0,
      channels: order.channels,
      track: order.track,
      source,
    };
    this.all.set(recording.sid, recording);
    this.report('in-progress', recording, order, deliveries);
    return {
      sid: recording.sid,
      stop: () => this.stop(recording.sid, Math.round(clock.seconds() - began), order, deliveries),
    };
  }

  find(sid: string): Recording | undefined {
    return this.all.get(sid);
  }

  /** Newest first; only one call's if it is named. */
  list(callSid?: string): Recording[] {
    return [...this.all.values()]
      .filter((recording) => callSid === undefined || recording.callSid === callSid)
      .toReversed();
  }

  forget(sids: readonly string[]): void {
    for (const sid of sids) this.all.delete(sid);
  }

  urlOf(recording: Recording): string {
    return this.baseUrl() + accountPath(recording.accountSid, `/Recordings/${recording.sid}`);
  }

  private stop(sid: string, seconds: number, order: RecordingOrder, deliveries: Delivery[]): Recording {
    const running = this.all.get(sid);
    if (running === undefined) throw new Error(`no recording ${sid}`);
    if (running.status !== 'in-progress') return running;
    const heard = this.services.knobs.take('absentRecording') ? 0 : seconds;
    const over = stopped(running, heard, this.services.clock.now());
    this.all.set(sid, over);
    this.services.tasks.add(this.process(over, order, deliveries));
    return over;
  }

  private async process(over: Recording, order: RecordingOrder, deliveries: Delivery[]): Promise<void> {
    const { clock, knobs } = this.services;
    await clock.sleep(PROCESSING_SECONDS);
    await clock.pause(knobs.take('delayRecordingMs'));
    // The call may have been forgotten meanwhile.
    if (!this.all.has(over.sid)) return;
    const ready = processed(over, clock.now());
    this.all.set(ready.sid, ready);
    this.report(ready.status, ready, order, deliveries);
  }

  private report(
    event: RecordingEvent,
    recording: Recording,
    order: RecordingOrder,
    deliveries: Delivery[],
  ): void {
    if (order.callback === null || !order.events.includes(event)) return;
    this.services.tasks.add(
      this.services.callbacks.deliver({
        kind: 'recording',
        webhook: order.callback,
        params: recordingParams(recording, this.urlOf(recording)),
        idempotencyToken: tokenOf(`${recording.sid}:${event}`),
        deliveries,
      }),
    );
  }
}
