import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import express, { type Response } from 'express';
import { spreadRequests } from '../../src/common/spread-requests.middleware.js';
import { eventually } from '../support/eventually.js';

interface Begun {
  url: string;
  /** Which turn of the event loop it was. */
  turn: number;
}

/** Longer than any of these tests. */
const ALWAYS = 600_000;

let server: Server;
let isServing: boolean;
let begun: Begun[];
let isListening: boolean;
let answer: (response: Response) => unknown;
let isWaitedFor: number;

beforeEach(() => {
  isServing = false;
  begun = [];
  isListening = true;
  answer = (response) => response.end();
  isWaitedFor = ALWAYS;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function serve(): Promise<void> {
  const app = express().use(
    spreadRequests(() => isListening, isWaitedFor),
    ({ url }, response) => {
      begun.push({ url, turn: performance.nodeTiming.uvMetricsInfo.loopCount });
      answer(response);
    },
  );
  isServing = true;
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** Sends requests in one piece, so that they come in the same turn, and waits for all answers. */
async function ask(method: string, paths: readonly string[]): Promise<Begun[]> {
  if (!isServing) await serve();
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const last = paths.length - 1;
  const ending = (index: number) => (index === last ? 'Connection: close\r\n' : '');
  socket.write(
    paths.map((path, index) => `${method} ${path} HTTP/1.1\r\nHost: here\r\n${ending(index)}\r\n`).join(''),
  );
  socket.resume();
  await once(socket, 'close');
  return begun;
}

const pages = (count: number): string[] => Array.from({ length: count }, (_, n) => `/api/calls?page=${n}`);
const names = (all: readonly Begun[]): string[] => all.map(({ url }) => url);

const heldIs = (held: readonly Response[], count: number) =>
  eventually(() => Promise.resolve(held.length === count));

describe('changes that come at the same time while somebody is listening', () => {
  it('begin one after the other, each in a turn of its own, so that other things are heard in between', async () => {
    const all = await ask('POST', pages(20));
    expect(names(all)).toEqual(pages(20));
    // The first begins as it comes, and has the rest of that turn to itself.
    const [, ...later] = all.map((one) => one.turn);
    expect(new Set(later).size).toBe(later.length);
  });

  it('wait for no turn when a carrier or a supervisor asks', async () => {
    const all = await ask('POST', ['/api/a', '/api/b', '/api/voice/status', '/health/ready', '/api/c']);
    expect(names(all)).toEqual(['/api/a', '/api/voice/status', '/health/ready', '/api/b', '/api/c']);
    expect(new Set(all.slice(0, 3).map((one) => one.turn)).size).toBe(1);
  });

  it('leave the next one nothing to wait for', async () => {
    await ask('POST', ['/api/a', '/api/b']);
    expect(names(await ask('POST', ['/api/c']))).toEqual(['/api/a', '/api/b', '/api/c']);
  });

  it('are under way together, however long they take', async () => {
    const held: Response[] = [];
    answer = (response) => held.push(response);
    const asking = ask('POST', pages(10));
    await heldIs(held, 10);
    for (const response of held) response.end();
    await asking;
  });
});

describe('reads that come at the same time while somebody is listening', () => {
  it('are answered one after the other', async () => {
    let underWay = 0;
    const seen: number[] = [];
    answer = async (response) => {
      seen.push((underWay += 1));
      for (let turns = 0; turns < 5; turns += 1) await turn();
      underWay -= 1;
      response.end();
    };
    const all = await ask('GET', pages(20));
    expect(names(all)).toEqual(pages(20));
    expect(new Set(seen)).toEqual(new Set([1]));
  });

  it('do not wait for those that take long', async () => {
    isWaitedFor = 1;
    const held: Response[] = [];
    answer = (response) => held.push(response);
    const asking = ask('GET', pages(10));
    await heldIs(held, 10);
    for (const response of held) response.end();
    await asking;
  });

  it('do not wait for those whose readers have gone', async () => {
    answer = () => undefined;
    await serve();
    for (const path of pages(2)) {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`);
      await eventually(() => Promise.resolve(names(begun).includes(path)));
      socket.destroy();
    }
    answer = (response) => response.end();
    expect(names(await ask('GET', ['/api/last']))).toContain('/api/last');
  });

  it('keep no change waiting', async () => {
    const held: Response[] = [];
    answer = (response) => (response.req.method === 'GET' ? held.push(response) : response.end());
    await serve();
    const reading = ask('GET', pages(5));
    await heldIs(held, 1);
    await ask('POST', ['/api/contacts']);
    expect(names(begun)).toContain('/api/contacts');
    answer = (response) => response.end();
    for (const response of held) response.end();
    await reading;
  });

  it('wait for nobody when a supervisor asks', async () => {
    const held: Response[] = [];
    answer = (response) => (response.req.url === '/health/live' ? response.end() : held.push(response));
    await serve();
    const reading = ask('GET', pages(5));
    await heldIs(held, 1);
    await ask('GET', ['/health/live']);
    answer = (response) => response.end();
    for (const response of held) response.end();
    await reading;
  });
});

describe('while nobody is listening, requests that come at the same time', () => {
  beforeEach(() => {
    isListening = false;
  });

  it.each(['GET', 'POST'])('begin in the same turn: %s', async (method) => {
    const all = await ask(method, pages(5));
    expect(new Set(all.map((one) => one.turn)).size).toBe(1);
  });
});
