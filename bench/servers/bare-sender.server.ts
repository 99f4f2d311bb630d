// The limit of deliveries: the product's own HTTP client, headers and signature, without a database. Told where to, it
// sends for so many seconds, 64 requests at once.
import { SafeHttpClient } from '../../src/common/safe-http.client.js';
import { formatWebhookSecret, signedHeaders, webhookKey } from '../../src/common/signing.js';
import { DELIVERY_HEADERS } from '../../src/events/delivery-request.js';
import { announce } from '../support/announce.js';

interface Order {
  url: string;
  body: string;
  seconds: number;
}

const AT_ONCE = 64;
const keys = [webhookKey(formatWebhookSecret(Buffer.alloc(32, 7)))];
const http = new SafeHttpClient({ allowPrivateTargets: true });

async function sendUntil(end: number, { url, body }: Order): Promise<number> {
  let sent = 0;
  for (; performance.now() < end; sent++) {
    const message = { id: crypto.randomUUID(), timestamp: new Date(), body };
    const headers = { ...DELIVERY_HEADERS, ...signedHeaders(message, keys) };
    const result = await http.send({ method: 'POST', url, headers, body });
    if (!result.ok) throw new Error(result.message);
  }
  return sent;
}

process.on('message', (order: Order) => {
  const end = performance.now() + order.seconds * 1_000;
  void Promise.all(Array.from({ length: AT_ONCE }, () => sendUntil(end, order))).then((counts) =>
    process.send?.(counts.reduce((sum, count) => sum + count, 0)),
  );
});
announce('http://127.0.0.1');
