import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startHttp } from '../support/loopback-server.js';
import type { TestService } from '../support/service.js';

/** A request that an endpoint received. */
interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies freely
  event: any;
  at: number;
}

/** How a receiver answers; the default is 200. */
export type Answering = (received: Received, response: ServerResponse) => void;

/** A system that wants to be told: a real server that remembers every request. */
export interface Receiver {
  url: string;
  received: Received[];
  /** From now on it answers so. */
  answer(answering: Answering): void;
  /** What came of one type. */
  of(type: string): Received[];
  /** Waits until so many came. */
  gets(count: number, seconds?: number): Promise<Received[]>;
}

export const answerWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Answering =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answering = answerWith(200, {}, 'ok');
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const one = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      event: JSON.parse(body),
      at: performance.now(),
    };
    received.push(one);
    answering(one, response);
  };
  const port = await startHttp((request, response) => void take(request, response).catch(() => undefined));
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (next) => (answering = next),
    of: (type) => received.filter(({ event }) => event.type === type),
    gets: (count, seconds) => eventually(async () => received.length >= count && received, seconds),
  };
}

/** An endpoint of the organization. @returns what the API answers, its secret with it */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
export async function anEndpoint(client: Client, url: string, fields: object = {}): Promise<any> {
  const { status, body, text: answered } = await client.post('/api/webhook-endpoints', { url, ...fields });
  if (status !== 201) throw new Error(answered);
  return body;
}

/** Whether a receiver that has this secret believes it. */
export function isSignedWith(secret: string, { body, headers }: { body: string; headers: object }): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

let lastNumber = 3_000_000;

/** A change that records one event, `contact.created`. @returns the contact */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
export async function aChange(client: Client, contact: object = {}): Promise<any> {
  lastNumber += 1;
  const {
    status,
    body,
    text: answered,
  } = await client.post('/api/contacts', {
    phone: `+1312${lastNumber}`,
    ...contact,
  });
  if (status !== 201) throw new Error(answered);
  return body;
}

/** Records events as they would be, in one statement: the trigger does the rest. */
export const recordEvents = (
  { db }: Pick<TestService, 'db'>,
  org: string,
  count: number,
  type = 'contact.created',
) =>
  db.query(
    `INSERT INTO events (organization_id, id, type, data)
     SELECT $1, gen_random_uuid(), $3, '{}' FROM generate_series(1, $2)`,
    [org, count, type],
  );

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
type Deliveries = any[];

/** The deliveries of an endpoint, newest first, once they are as `look` wants them. */
export function deliveriesOf(
  client: Client,
  endpointId: string,
  look: (deliveries: Deliveries) => boolean,
): Promise<Deliveries> {
  return eventually(async () => {
    const { body } = await client.get(`/api/webhook-endpoints/${endpointId}/deliveries?limit=100`);
    return look(body.data) && body.data;
  });
}
