import { Inject, Injectable } from '@nestjs/common';
import { SafeHttpClient } from '../common/safe-http.client.js';
import { SecretUnreadable } from '../common/secret-box.service.js';
import { signedHeaders } from '../common/signing.js';
import { SETTINGS, type Settings } from '../settings.js';
import type { DueEvent, LeasedEndpoint } from './delivery-lane.session.js';
import { type DeliveryOutcome, failed, outcomeOf } from './delivery-outcome.js';
import { DELIVERY_HEADERS } from './delivery-request.js';
import { DELIVERY_TIMINGS, type DeliveryTimings } from './delivery-timings.js';
import { EndpointSecrets, type OpenedParts } from './endpoint-secrets.service.js';

/** Signs an event anew for each attempt and posts it. */
@Injectable()
export class WebhookSender {
  private readonly http: SafeHttpClient;
  /** Opened once a lease. */
  private readonly opened = new WeakMap<LeasedEndpoint, OpenedParts>();

  constructor(
    private readonly secrets: EndpointSecrets,
    @Inject(SETTINGS) settings: Settings,
    @Inject(DELIVERY_TIMINGS) private readonly timings: DeliveryTimings,
  ) {
    this.http = new SafeHttpClient({
      allowPrivateTargets: settings.allowPrivateTargets,
      ...settings.outboundHttp,
    });
  }

  /** Calls off what is under way: it ends as `aborted`. */
  close(): Promise<void> {
    return this.http.close();
  }

  async send(endpoint: LeasedEndpoint, { id, body }: DueEvent, startedAt: Date): Promise<DeliveryOutcome> {
    const headers = this.headers(endpoint, id, body, startedAt);
    if (!headers) return failed('secret_unreadable', 0);
    const result = await this.http.send({
      method: 'POST',
      url: endpoint.url,
      headers,
      body,
      timeoutMs: this.timings.attempt,
    });
    return outcomeOf(result, new Date());
  }

  /** Null when the secrets cannot be read. */
  private headers(endpoint: LeasedEndpoint, id: string, body: Buffer, timestamp: Date) {
    try {
      const { headers, keysAt } = this.open(endpoint, timestamp);
      return {
        ...headers,
        ...DELIVERY_HEADERS,
        ...signedHeaders({ id, timestamp, body }, keysAt(timestamp)),
      };
    } catch (error) {
      if (error instanceof SecretUnreadable) return null;
      throw error;
    }
  }

  private open(endpoint: LeasedEndpoint, now: Date): OpenedParts {
    const known = this.opened.get(endpoint);
    if (known) return known;
    const opened = this.secrets.open(endpoint, now);
    this.opened.set(endpoint, opened);
    return opened;
  }
}
