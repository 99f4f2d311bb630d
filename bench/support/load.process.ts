// Sends requests over kept-alive connections and measures: `node load.process.js <Load as JSON>`, prints a LoadResult.
// Sockets and a few bytes of parsing instead of an HTTP client: on a small machine the client's own cost would be most
// of what is measured.
import { connect, type Socket } from 'node:net';
import type { Load, LoadResult } from './load.js';
import { percentile } from './report.js';
import { requestWriter } from './request-text.js';

const HEAD_END = Buffer.from('\r\n\r\n');
const load = JSON.parse(process.argv[2] ?? '{}') as Load;
const { hostname, port, host } = new URL(load.url);
const requests = load.requests.map((request) => ({
  name: `${request.method ?? 'GET'} ${request.path}`,
  write: requestWriter(request, { host, ...load.headers }),
  statuses: request.statuses ?? [200],
}));
type Asked = (typeof requests)[number];
const latencies: number[] = [];
let unavailable = 0;
let next = 0;

const started = performance.now();
const end = started + (load.seconds ?? Infinity) * 1_000;
await Promise.all(Array.from({ length: load.connections }, () => keepAsking()));
const seconds = (performance.now() - started) / 1_000;
const result: LoadResult = {
  requests: latencies.length,
  unavailable,
  seconds,
  p50: percentile(latencies, 0.5),
  p99: percentile(latencies, 0.99),
};
process.stdout.write(JSON.stringify(result));

/** One connection: the next request when the answer to the last is complete, until it is enough. */
function keepAsking(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let sentAt = 0;
    let asked = requests[0] as Asked;
    /** Bytes of the answer still to come; null while its head is. */
    let missing: number | null = null;
    const ask = (): void => {
      if (performance.now() >= end || next >= (load.count ?? Infinity)) {
        socket.end();
        resolve();
        return;
      }
      asked = requests[next++ % requests.length] as Asked;
      missing = null;
      const bytes = asked.write();
      sentAt = performance.now();
      socket.write(bytes);
    };
    socket.setNoDelay(true);
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      missing = (missing ?? lengthOf(chunk, asked, socket)) - chunk.length;
      if (missing === 0) {
        latencies.push(performance.now() - sentAt);
        ask();
      }
    });
  });
}

/** Length of a whole answer, head and body. */
function lengthOf(chunk: Buffer, { name, statuses }: Asked, socket: Socket): number {
  const headEnd = chunk.indexOf(HEAD_END);
  const head = chunk.toString('latin1', 0, headEnd);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  if (headEnd < 0 || length === undefined || !statuses.includes(status)) {
    socket.destroy(new Error(`unexpected answer to ${name}: ${chunk.toString('latin1', 0, 2_000)}`));
    return Infinity;
  }
  unavailable += Number(status === 503);
  return headEnd + HEAD_END.length + Number(length);
}
