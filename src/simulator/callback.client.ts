import type { Clock } from './clock.service.js';
import type { AttemptResult } from './delivery-policy.js';
import type { CallbackKind, KnobBoard } from './knobs.js';
import type { WebhookClient, WebhookRequest } from './webhook.client.js';

/** One request to the application on behalf of a call, as the carrier's log shows it. */
export interface Delivery {
  readonly kind: CallbackKind | 'document';
  readonly url: string;
  readonly at: Date;
  /** The status that was answered; `ct` or `rt` without an answer; `dropped` when it was never sent. */
  readonly result: AttemptResult | 'dropped';
  readonly forged: boolean;
}

export interface Callback extends Pick<WebhookRequest, 'webhook' | 'params' | 'idempotencyToken'> {
  readonly kind: CallbackKind;
  readonly deliveries: Delivery[];
}

/** Delivers callbacks, as badly as the knobs say. */
export class CallbackClient {
  constructor(
    private readonly webhooks: WebhookClient,
    private readonly knobs: KnobBoard,
    private readonly clock: Clock,
  ) {}

  /** Resolves when every copy was delivered or given up. Rejects only when the carrier stops. */
  async deliver(callback: Callback): Promise<void> {
    if (this.isDropped(callback)) return;
    const delayMs = this.knobs.take('delayCallbacksMs');
    const copies = 1 + this.knobs.take('duplicateCallbacks');
    const forged = this.knobs.take('forgeCallbacks');
    if (delayMs > 0) await this.clock.pause(delayMs);
    if (forged) await this.forge(callback);
    await Promise.all(Array.from({ length: copies }, () => this.send(callback, false)));
  }

  private isDropped({ kind, webhook, deliveries }: Callback): boolean {
    const dropped = this.knobs.take('dropCallbacks', (kinds) => kinds.includes(kind)).includes(kind);
    if (dropped)
      deliveries.push({ kind, url: webhook.url, at: this.clock.now(), result: 'dropped', forged: false });
    return dropped;
  }

  /** Somebody else says that the call failed. */
  private async forge(callback: Callback): Promise<void> {
    const { params: truth } = callback;
    const params = truth['CallStatus'] === undefined ? truth : { ...truth, CallStatus: 'failed' };
    await this.send({ ...callback, params, idempotencyToken: `${callback.idempotencyToken}-forged` }, true);
  }

  private async send(callback: Callback, forged: boolean): Promise<void> {
    const { kind, webhook, deliveries } = callback;
    await this.webhooks.send({
      ...callback,
      forged,
      log: (result) => deliveries.push({ kind, url: webhook.url, at: this.clock.now(), result, forged }),
    });
  }
}
