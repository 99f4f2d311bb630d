import { CallbackClient } from './callback.client.js';
import { Calls } from './calls.service.js';
import { Clock } from './clock.service.js';
import { DocumentClient } from './document.client.js';
import { KnobBoard, type KnobSettings } from './knobs.js';
import { PhoneNumbers } from './phone-numbers.service.js';
import { Recordings } from './recordings.service.js';
import { RelaySocketClient } from './relay-socket.client.js';
import { sidSequence } from './seeded.js';
import { Tasks } from './tasks.service.js';
import { WebhookClient } from './webhook.client.js';

export interface CarrierOptions {
  readonly accountSid: string;
  readonly authToken: string;
  readonly numbers: readonly string[];
  readonly pace: number;
  readonly knobs: KnobSettings;
  readonly seed: string;
  readonly keptCalls: number;
  readonly now: () => Date;
}

/** The whole carrier behind its HTTP surface: one account, its numbers, calls and recordings. */
export class Carrier {
  /** Where its HTTP surface is reached; known once it listens. */
  baseUrl = '';
  readonly accountSid: string;
  readonly authToken: string;
  readonly clock: Clock;
  readonly knobs = new KnobBoard();
  readonly tasks: Tasks;
  readonly numbers: PhoneNumbers;
  readonly recordings: Recordings;
  readonly calls: Calls;
  private readonly webhooks: WebhookClient;
  private readonly relaySockets: RelaySocketClient;

  constructor({ accountSid, authToken, numbers, pace, knobs, seed, keptCalls, now }: CarrierOptions) {
    this.accountSid = accountSid;
    this.authToken = authToken;
    this.clock = new Clock(pace, now);
    this.knobs.set(knobs);
    this.tasks = new Tasks(this.clock);
    this.numbers = new PhoneNumbers(accountSid, this.clock, numbers);
    this.webhooks = new WebhookClient(this.clock, authToken);
    this.relaySockets = new RelaySocketClient(authToken);
    const nextSid = sidSequence(seed);
    const documents = new DocumentClient(this.webhooks, this.clock);
    const callbacks = new CallbackClient(this.webhooks, this.knobs, this.clock);
    const shared = { clock: this.clock, knobs: this.knobs, tasks: this.tasks, callbacks };
    this.recordings = new Recordings(
      () => this.baseUrl,
      () => nextSid('RE'),
      shared,
    );
    this.calls = new Calls(
      { accountSid, seed, keptCalls, nextSid: () => nextSid('CA') },
      { ...shared, documents, recordings: this.recordings, relaySockets: this.relaySockets },
    );
  }

  /** Ends everything without a word to the application; resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.clock.stop();
    this.calls.breakOff();
    this.relaySockets.stop();
    await this.webhooks.stop();
    await this.tasks.idle();
  }
}
