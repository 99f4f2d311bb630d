import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';
import { request, type Answer } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, type Caller, NUMBERS, TOKEN } from './line.js';

/** One request to dial, as the carrier took it. */
export interface Dial {
  sid: string;
  form: URLSearchParams;
}

/** Where a callback goes: the path's last part. */
type CallbackKind = 'status' | 'answer' | 'voicemail' | 'recording' | 'relay-ended' | 'transfer-ended';

/** What the books show of a call, in Twilio's words. */
interface Book {
  status: string;
  duration?: string;
  end_time?: string;
  date_created?: string;
}

/**
 * A carrier that takes every call and then says nothing by itself: the test speaks for it, in whatever order and as
 * often as it likes, with or without the right signature.
 */
export interface QuietCarrier {
  url: string;
  dials: Dial[];
  /** What it shows when it is asked; a call that is not here is unknown to it. */
  books: Map<string, Book>;
  /** What it was asked to do with calls: `canceled CA…`, `completed CA…`. */
  orders: string[];
  /** While true, every request but those to dial is cut off. */
  isAway: boolean;
  /** From now on its answers to requests to dial wait for `release`. */
  hold(): void;
  release(): void;
  /** The dial of a call of ours. */
  dialOf(callId: string): Dial;
  /** A signed callback about a dial. */
  say(dial: Dial, kind: CallbackKind, params?: Record<string, string>): Promise<Answer>;
  /** Any callback, signed with any token. */
  post(url: string, params: Record<string, string>, token?: string | null): Promise<Answer>;
  close(): Promise<void>;
}

const PATH = `/2010-04-01/Accounts/${ACCOUNT}/Calls`;

/** The address that a dial gives for its callbacks, without the fragment. */
export const callbackUrl = (dial: Dial, kind: CallbackKind): string =>
  (dial.form.get('StatusCallback') ?? '').replace(/status#.*$/, kind);

export async function aQuietCarrier(): Promise<QuietCarrier> {
  const server = http.createServer((incoming, response) => {
    void text(incoming).then((body) => serve(incoming, new URLSearchParams(body), response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let held: (() => void)[] | null = null;
  const carrier: QuietCarrier = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dials: [],
    books: new Map(),
    orders: [],
    isAway: false,
    hold: () => (held ??= []),
    release: () => {
      const answers = held ?? [];
      held = null;
      for (const answer of answers) answer();
    },
    dialOf: (callId) => {
      const dial = carrier.dials.find(({ form }) => form.get('StatusCallback')?.includes(callId));
      if (!dial) throw new Error(`call ${callId} was not dialled`);
      return dial;
    },
    say: (dial, kind, params = {}) =>
      carrier.post(callbackUrl(dial, kind), { AccountSid: ACCOUNT, CallSid: dial.sid, ...params }),
    post: (url, params, token = TOKEN) =>
      request(url, {
        method: 'POST',
        body: new URLSearchParams(params),
        headers:
          token === null
            ? {}
            : { 'x-twilio-signature': twilio.getExpectedTwilioSignature(token, url, params) },
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  function serve(incoming: http.IncomingMessage, form: URLSearchParams, response: http.ServerResponse): void {
    const { method, url = '' } = incoming;
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    const sid = new RegExp(`^${PATH}/(CA\\w+)\\.json$`).exec(url)?.[1];
    if (method === 'POST' && url === `${PATH}.json`) {
      const dial = { sid: `CA${String(carrier.dials.length + 1).padStart(32, '0')}`, form };
      carrier.dials.push(dial);
      carrier.books.set(dial.sid, { status: 'queued' });
      const accept = () => answer(201, { sid: dial.sid, status: 'queued' });
      if (held) held.push(accept);
      else accept();
      return;
    }
    if (carrier.isAway) {
      incoming.socket.destroy();
      return;
    }
    const book = sid === undefined ? undefined : carrier.books.get(sid);
    if (!book) {
      answer(404, { code: 20404, message: 'not found', status: 404 });
      return;
    }
    if (method === 'POST') {
      carrier.orders.push(`${String(form.get('Status'))} ${String(sid)}`);
      book.status = String(form.get('Status'));
    }
    answer(200, { sid, direction: 'outbound-api', ...book });
  }
  return carrier;
}

/** A call that the carrier has taken, and not said a word about. */
export async function aDialledCall(
  caller: Caller,
  carrier: QuietCarrier,
  more: Record<string, unknown> = {},
): Promise<{ id: string; dial: Dial }> {
  const id = await caller.call(NUMBERS.cooperative, more);
  const dial = await eventually(async () => carrier.dials.find(({ form }) => form.get('Url')?.includes(id)));
  return { id, dial };
}
