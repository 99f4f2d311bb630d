import { unescape as decoded } from 'node:querystring';
import type { Clock } from './clock.service.js';
import { type AttemptResult, deliveryPolicy, retries } from './delivery-policy.js';
import type { Webhook } from './form.js';
import { attempt, type Exchange, type HttpAnswer } from './http-attempt.client.js';
import { BrokenOff } from './waits.service.js';
import { type Params, requestedUrl, signature } from './signature.js';

/** Simulated seconds before a further attempt; Twilio does not say how long it waits. */
const RETRY_AFTER_SECONDS = 1;
/** How long requests that are under way at a stop may take, milliseconds. */
const STOP_GRACE_MS = 1000;

export interface WebhookRequest {
  readonly webhook: Webhook;
  readonly params: Params;
  /** The same for every attempt and every copy of one request. */
  readonly idempotencyToken: string;
  /** Signs with another token than the account's: what an impostor would do. */
  readonly forged?: boolean;
  /** Hears of every attempt. */
  readonly log: (result: AttemptResult) => void;
}

/** Calls the application's URLs as Twilio does: signed, with the time-outs and retries of the URL's fragment. */
export class WebhookClient {
  private readonly underWay = new Set<Exchange>();

  constructor(
    private readonly clock: Clock,
    private readonly authToken: string,
  ) {}

  /** The last attempt's answer. Rejects only when the carrier stops. */
  async send(request: WebhookRequest): Promise<HttpAnswer> {
    const policy = deliveryPolicy(request.webhook.url);
    const deadline = performance.now() + policy.totalMs;
    for (let attempts = 1; ; attempts += 1) {
      if (this.clock.isStopped) throw new BrokenOff();
      const answer = await this.try(request, deadline - performance.now());
      request.log(answer.result);
      if (!retries(policy, attempts, answer.result)) return answer;
      await this.clock.sleep(RETRY_AFTER_SECONDS);
      if (performance.now() >= deadline) return answer;
    }
  }

  /** Resolves when no request is under way any more; those that take too long are cut off. */
  async stop(): Promise<void> {
    const exchanges = [...this.underWay];
    const timer = setTimeout(() => exchanges.forEach((exchange) => exchange.abort()), STOP_GRACE_MS);
    await Promise.all(exchanges.map(({ answer }) => answer));
    clearTimeout(timer);
  }

  private async try(request: WebhookRequest, millisecondsLeft: number): Promise<HttpAnswer> {
    const { connectMs, readMs } = deliveryPolicy(request.webhook.url);
    const exchange = attempt({
      ...this.message(request),
      connectMs: Math.min(connectMs, millisecondsLeft),
      readMs: Math.min(readMs, millisecondsLeft),
    });
    this.underWay.add(exchange);
    return exchange.answer.finally(() => this.underWay.delete(exchange));
  }

  private message({ webhook, params, idempotencyToken, forged }: WebhookRequest) {
    const { method } = webhook;
    const encoded = String(new URLSearchParams(params));
    const bare = requestedUrl(webhook.url);
    const url = method === 'POST' ? bare : `${bare}${bare.includes('?') ? '&' : '?'}${encoded}`;
    const credentials = credentialsIn(webhook.url);
    return {
      url,
      method,
      body: method === 'POST' ? encoded : '',
      headers: {
        Accept: '*/*',
        'User-Agent': 'TwilioProxy/1.1',
        'X-Home-Region': 'us1',
        'I-Twilio-Idempotency-Token': idempotencyToken,
        'X-Twilio-Signature': signature(
          forged === true ? `not ${this.authToken}` : this.authToken,
          url,
          method === 'POST' ? params : {},
        ),
        ...(method === 'POST' ? { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' } : {}),
        ...(credentials === '' ? {} : { Authorization: credentials }),
      },
    };
  }
}

/** `https://user:password@host/` is called with Basic authentication; a stray `%` stands for itself. */
function credentialsIn(url: string): string {
  const { username, password } = new URL(url);
  if (username === '' && password === '') return '';
  const plain = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(plain).toString('base64')}`;
}
