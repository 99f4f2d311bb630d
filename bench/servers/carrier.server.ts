// A carrier that accepts every call as Twilio does, at once, and notes when it was asked. A moment later the number is
// busy: one signed callback, so that calls do not pile up. Asked, it tells what it noted since it was asked last.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { signature } from '../../src/simulator/signature.js';
import { announcePort } from '../support/announce.js';
import { now } from '../support/clock.js';
import { ACCOUNT } from '../support/product.js';

/** Long after the call was accepted, soon enough that few are live. */
const BUSY_AFTER_MS = 1_000;

/** When each number was dialled, by `now()`. */
let dialled: [number: string, at: number][] = [];
let calls = 0;

const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const at = now();
  const form = new URLSearchParams(await text(request));
  const [to, from] = [form.get('To') ?? '', form.get('From') ?? ''];
  dialled.push([to, at]);
  const sid = `CA${String(++calls).padStart(32, '0')}`;
  const call = { sid, account_sid: ACCOUNT.accountSid, to, from, direction: 'outbound-api' };
  response.writeHead(201, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ ...call, status: 'queued', date_created: null, start_time: null }));
  await wait(BUSY_AFTER_MS);
  await tellBusy((form.get('StatusCallback') ?? '').replace(/#.*/, ''), { sid, to, from });
}

async function tellBusy(
  url: string,
  { sid, to, from }: Record<'sid' | 'to' | 'from', string>,
): Promise<void> {
  const params = {
    AccountSid: ACCOUNT.accountSid,
    ApiVersion: '2010-04-01',
    CallSid: sid,
    CallStatus: 'busy',
    Direction: 'outbound-api',
    From: from,
    To: to,
    CallDuration: '0',
    SequenceNumber: '3',
    Timestamp: new Date().toUTCString(),
  };
  await fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': signature(ACCOUNT.authToken, url, params) },
    body: new URLSearchParams(params),
    // The product is stopped with calls under way.
  }).catch(() => undefined);
}

process.on('message', () => {
  process.send?.(dialled);
  dialled = [];
});

server.listen(0, '127.0.0.1', () => announcePort(server.address()));
