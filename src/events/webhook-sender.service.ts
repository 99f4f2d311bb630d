import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SafeHttpClient } from '../common/safe-http.client.js';
import { SecretUnreadable } from '../common/secret-box.service.js';
import { webhookHeaders } from '../common/signing.js';
import { SETTINGS, type Settings } from '../settings.js';
import type { DueDelivery, LeasedEndpoint } from './delivery-lane.session.js';
import { type DeliveryOutcome, failed, outcomeOf } from './delivery-outcome.js';
import { DELIVERY_HEADERS } from './delivery-request.js';
import { DELIVERY_TIMINGS, type DeliveryTimings } from './delivery-timings.js';
import { EndpointSecrets } from './endpoint-secrets.service.js';
import { envelope } from './envelope.js';

/** Signs an event anew for each attempt and posts it. */
@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly http: SafeHttpClient;

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

  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
  }

  async send(
    endpoint: LeasedEndpoint,
    { event }: DueDelivery,
    startedAt: Date,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome> {
    const body = envelope(event);
    const headers = this.headers(endpoint, event.id, body, startedAt);
    if (!headers) return failed('secret_unreadable', 0);
    const result = await this.http.send({
      method: 'POST',
      url: endpoint.url,
      headers,
      body,
      timeoutMs: this.timings.attempt,
      signal,
    });
    return outcomeOf(result, new Date());
  }

  /** Null when the secrets cannot be read. */
  private headers(endpoint: LeasedEndpoint, id: string, body: string, timestamp: Date) {
    try {
      const secrets = this.secrets.signing(endpoint, timestamp);
      return {
        ...this.secrets.headers(endpoint),
        ...DELIVERY_HEADERS,
        ...webhookHeaders({ id, timestamp, body }, secrets),
      };
    } catch (error) {
      if (error instanceof SecretUnreadable) return null;
      throw error;
    }
  }
}
