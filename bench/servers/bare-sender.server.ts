// The limit of deliveries: the same bytes, headers and signature without a database, by Node's own client over sockets
// that are kept (`client: node`), by undici's `request` as its documentation shows it (`undici`), or by the product's
// own (`own`), which judges addresses and bounds time and answers. Told where to, it sends for so many seconds, 64
// requests at once.
import { Agent, request as nodeRequest } from 'node:http';
import { request } from 'undici';
import { SafeHttpClient } from '../../src/common/safe-http.client.js';
import { formatWebhookSecret, signedHeaders, webhookKey } from '../../src/common/signing.js';
import { DELIVERY_HEADERS } from '../../src/events/delivery-request.js';
import { announce } from '../support/announce.js';

export interface SenderOptions {
  client: 'node' | 'undici' | 'own';
}

interface Order {
  url: string;
  body: string;
  seconds: number;
}

interface Delivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

const AT_ONCE = 64;
const keys = [webhookKey(formatWebhookSecret(Buffer.alloc(32, 7)))];
const http = new SafeHttpClient({ allowPrivateTargets: true });

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const CLIENTS: Record<SenderOptions['client'], (delivery: Delivery) => Promise<void>> = {
  node: ({ url, headers, body }) =>
    new Promise((resolve, reject) => {
      const length = Buffer.byteLength(body);
      nodeRequest(
        url,
        { method: 'POST', agent, headers: { ...headers, 'content-length': length } },
        (answer) => answer.on('end', resolve).resume(),
      )
        .on('error', reject)
        .end(body);
    }),
  undici: async ({ url, headers, body }) => {
    const answer = await request(url, { method: 'POST', headers, body });
    await answer.body.text();
  },
  own: async (delivery) => {
    const result = await http.send({ method: 'POST', ...delivery });
    if (!result.ok) throw new Error(result.message);
  },
};

const { client } = JSON.parse(process.argv[2] ?? '') as SenderOptions;
const send = CLIENTS[client];

async function sendUntil(end: number, { url, body }: Order): Promise<number> {
  let sent = 0;
  for (; performance.now() < end; sent++) {
    const message = { id: crypto.randomUUID(), timestamp: new Date(), body };
    await send({ url, body, headers: { ...DELIVERY_HEADERS, ...signedHeaders(message, keys) } });
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
