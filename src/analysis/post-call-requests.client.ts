import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { SafeHttpClient } from '../common/safe-http.client.js';
import { organizationSecrets, webhookHeaders } from '../common/signing.js';
import { SETTINGS, type Settings } from '../settings.js';
import { judgeRequest, type RequestOutcome } from './request-outcome.js';

/** Of the answer, in bytes. */
const LONGEST_ANSWER = 4 * 1024;

/** Signed requests to systems of an organization. The id is the same at every attempt: who gets one twice can tell. */
@Injectable()
export class PostCallRequests implements OnApplicationShutdown {
  private readonly client: SafeHttpClient;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    this.client = new SafeHttpClient({
      allowPrivateTargets: settings.allowPrivateTargets,
      ...settings.outboundHttp,
    });
  }

  async send(
    org: OrganizationId,
    { id, url, body }: { id: string; url: string; body: object },
    signal: AbortSignal,
  ): Promise<RequestOutcome> {
    const text = JSON.stringify(body);
    const message = { id, timestamp: new Date(), body: text };
    const secrets = organizationSecrets(this.settings.secretKeys, org);
    const result = await this.client.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...webhookHeaders(message, secrets) },
      body: text,
      maxBodyBytes: LONGEST_ANSWER,
      signal,
    });
    return judgeRequest(result);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }
}
