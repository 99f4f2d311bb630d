import type { Delivery } from './callback.client.js';
import type { Clock } from './clock.service.js';
import { applicationFault, unreachableFault } from './document-fault.js';
import type { Webhook } from './form.js';
import type { HttpAnswer } from './http-attempt.client.js';
import type { Params } from './signature.js';
import { parseTwiml, type Verb } from './twiml.js';
import { TwimlFault } from './twiml-attributes.js';
import type { WebhookClient } from './webhook.client.js';

/** Content type -> what the carrier makes of the body (twilio.com/docs/voice/twiml#twilio-understands-mime-types). */
const MEANINGS: readonly (readonly [type: RegExp, read: (body: string, base: string) => Verb[]])[] = [
  [/^(text|application)\/(xml|html)\b/, parseTwiml],
  [/^text\/plain\b/, (text) => [{ verb: 'Say', text, times: 1 }]],
  [/^audio\//, () => [{ verb: 'Play', digits: null, times: 1 }]],
];

/** Fetches TwiML. */
export class DocumentClient {
  constructor(
    private readonly webhooks: WebhookClient,
    private readonly clock: Clock,
  ) {}

  /** The verbs at a URL. Throws a DocumentFault. */
  async fetch(
    webhook: Webhook,
    params: Params,
    idempotencyToken: string,
    deliveries: Delivery[],
  ): Promise<Verb[]> {
    const { url } = webhook;
    const answer = await this.webhooks.send({
      webhook,
      params,
      idempotencyToken,
      log: (result) =>
        deliveries.push({ kind: 'document', url, at: this.clock.now(), result, forged: false }),
    });
    return readDocument(answer, url);
  }
}

/** The verbs of an answer. Throws a DocumentFault. */
function readDocument({ result, contentType, body, tooLong }: HttpAnswer, url: string): Verb[] {
  if (typeof result === 'string') throw unreachableFault();
  if (result < 200 || result >= 300) throw applicationFault(11200, `HTTP retrieval failure: ${result}`);
  if (tooLong) throw applicationFault(11750, 'TwiML response body too large');
  const read = MEANINGS.find(([type]) => type.test(contentType.toLowerCase()))?.[1];
  if (read === undefined) throw applicationFault(12300, `Invalid Content-Type: ${contentType}`);
  return parsed(() => read(body, url));
}

/** Parses TwiML, with its faults as the call's. */
export function parsed(read: () => Verb[]): Verb[] {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof TwimlFault) throw applicationFault(fault.code, fault.message);
    throw fault;
  }
}
