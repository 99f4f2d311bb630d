import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import express from 'express';
import { oneAtATurn } from '../../src/common/one-at-a-turn.middleware.js';

interface Begun {
  url: string;
  /** Which turn of the event loop it was. */
  turn: number;
}

let server: Server;
let begun: Begun[];
let isListening: boolean;

beforeEach(async () => {
  begun = [];
  isListening = true;
  const app = express().use(
    oneAtATurn(() => isListening),
    ({ url }, response) => {
      begun.push({ url, turn: performance.nodeTiming.uvMetricsInfo.loopCount });
      response.end();
    },
  );
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Sends requests in one piece, so that they come in the same turn, and waits for all answers. */
async function ask(paths: readonly string[]): Promise<Begun[]> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const last = paths.length - 1;
  const ending = (index: number) => (index === last ? 'Connection: close\r\n' : '');
  socket.write(
    paths.map((path, index) => `GET ${path} HTTP/1.1\r\nHost: here\r\n${ending(index)}\r\n`).join(''),
  );
  socket.resume();
  await once(socket, 'close');
  return begun;
}

const names = (all: readonly Begun[]): string[] => all.map(({ url }) => url);

describe('requests that come at the same time while somebody is listening', () => {
  it('begin one after the other, each in a turn of its own, so that other things are heard in between', async () => {
    const paths = Array.from({ length: 20 }, (_, n) => `/api/calls?page=${n}`);
    const all = await ask(paths);
    expect(names(all)).toEqual(paths);
    // The first begins as it comes, and has the rest of that turn to itself.
    const [, ...later] = all.map(({ turn }) => turn);
    expect(new Set(later).size).toBe(later.length);
  });

  it('wait for no turn when a carrier or a supervisor asks', async () => {
    const all = await ask(['/api/a', '/api/b', '/api/voice/status', '/health/ready', '/api/c']);
    expect(names(all)).toEqual(['/api/a', '/api/voice/status', '/health/ready', '/api/b', '/api/c']);
    expect(new Set(all.slice(0, 3).map(({ turn }) => turn)).size).toBe(1);
  });

  it('leave the next one nothing to wait for', async () => {
    await ask(['/api/a', '/api/b']);
    expect(names(await ask(['/api/c']))).toEqual(['/api/a', '/api/b', '/api/c']);
  });
});

it('while nobody is listening, requests that come at the same time begin in the same turn', async () => {
  isListening = false;
  const all = await ask(Array.from({ length: 5 }, (_, n) => `/api/calls?page=${n}`));
  expect(new Set(all.map(({ turn }) => turn)).size).toBe(1);
});
