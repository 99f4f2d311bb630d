// Sends requests over kept-alive connections and measures: `node load.process.js <Load as JSON>`, prints a LoadResult.
// Sockets and a few bytes of parsing instead of an HTTP client: on a small machine the client's own cost would be most
// of what is measured.
import { connect, type Socket } from 'node:net';
import type { Load, LoadResult } from './load.js';

const HEAD_END = Buffer.from('\r\n\r\n');
const load = JSON.parse(process.argv[2] ?? '{}') as Load;
const { hostname, port, host } = new URL(load.url);
const headers = Object.entries({ host, ...load.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
const requests = load.paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${headers.join('')}\r\n`));
const latencies: number[] = [];
let bytes = 0;
let next = 0;

const started = performance.now();
const end = started + load.seconds * 1_000;
await Promise.all(Array.from({ length: load.connections }, () => keepAsking()));
const seconds = (performance.now() - started) / 1_000;
latencies.sort((a, b) => a - b);
const at = (share: number): number => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
const result: LoadResult = { requests: latencies.length, seconds, bytes, p50: at(0.5), p99: at(0.99) };
process.stdout.write(JSON.stringify(result));

/** One connection: the next request when the answer to the last is complete, until the time is over. */
function keepAsking(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let sentAt = 0;
    /** Bytes of the answer still to come; null while its head is. */
    let missing: number | null = null;
    const ask = (): void => {
      if (performance.now() >= end) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      missing = null;
      socket.write(requests[next++ % requests.length] as Buffer);
    };
    socket.setNoDelay(true);
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      missing = (missing ?? lengthOf(chunk, socket)) - chunk.length;
      if (missing === 0) {
        latencies.push(performance.now() - sentAt);
        ask();
      }
    });
  });
}

/** Length of a whole answer, head and body. */
function lengthOf(chunk: Buffer, socket: Socket): number {
  const headEnd = chunk.indexOf(HEAD_END);
  const head = chunk.toString('latin1', 0, headEnd);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (headEnd < 0 || length === undefined || !head.startsWith('HTTP/1.1 200 ')) {
    socket.destroy(new Error(`unexpected answer: ${chunk.toString('latin1', 0, 300)}`));
    return Infinity;
  }
  return headEnd + HEAD_END.length + Number(length);
}
