import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { startHttps, startTcp, stopServers } from '../support/loopback-server.js';
import { startService, type TestService } from '../support/service.js';
import { aChange, anEndpoint, deliveriesOf } from './receiver.js';

/** Nothing is tried twice within a test. */
const ONCE = { schedule: [0, 3_600_000], poll: 20, breakerFailures: 1_000 };

let service: TestService;
let hasty: TestService;

beforeAll(async () => {
  service = await startService({ deliveryTimings: ONCE });
  // For receivers that never come to an end.
  hasty = await startService({ deliveryTimings: { ...ONCE, attempt: 1_500 } });
});
afterEach(stopServers);
afterAll(async () => {
  await service.stop();
  await hasty.stop();
});

/** What a receiver does once the whole request is there. */
type Answering = (socket: Socket) => void;

const says =
  (...texts: (string | Buffer)[]): Answering =>
  (socket) => {
    for (const text of texts) socket.write(text);
  };

const saysAndEnds =
  (text: string): Answering =>
  (socket) =>
    socket.end(text);

/** A server that speaks no HTTP but what the test says. */
async function aRawReceiver(answering: Answering): Promise<string> {
  const port = await startTcp((socket) => {
    let request = '';
    socket.on('data', (data: Buffer) => {
      request += data.toString('latin1');
      const [head = '', body] = request.split('\r\n\r\n', 2);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (body?.length === length) answering(socket);
    });
  });
  return `http://127.0.0.1:${port}/hook`;
}

/** The one attempt at an endpoint, as the log has it. */
async function attemptAt(url: string, at: TestService = service) {
  const client = await at.anOrganization();
  const { id } = await anEndpoint(client, url);
  await aChange(client);
  const [delivery] = await deliveriesOf(client, id, ([one]) => one?.attempts === 1);
  const { body } = await client.get(`/api/deliveries/${delivery.id}`);
  const [attempt] = body.attempt_log;
  expect([body.last_error, body.last_status]).toEqual([attempt.error_kind, attempt.status]);
  expect(body.state).toBe(attempt.error_kind === null ? 'delivered' : 'pending');
  return attempt;
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('an answer that counts', () => {
  it.each([
    ['after early hints', says(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${OK}`)],
    ['after two of them', says('HTTP/1.1 103 Early Hints\r\n\r\n', `HTTP/1.1 102 Processing\r\n\r\n${OK}`)],
    ['in pieces of a byte', (socket: Socket) => OK.split('').forEach((letter) => socket.write(letter))],
    ['that ends with its connection', saysAndEnds('HTTP/1.0 200 OK\r\n\r\nok')],
    ['in chunks', says('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n')],
  ])('may come %s', async (_, answering) => {
    expect(await attemptAt(await aRawReceiver(answering))).toMatchObject({
      status: 200,
      error_kind: null,
      response_body: 'ok',
      response_truncated: false,
    });
  });

  it.each([
    ['4,096 bytes are kept whole', 'x'.repeat(4_096), 'x'.repeat(4_096), false],
    ['of more the first 4 KiB', 'x'.repeat(4_097), 'x'.repeat(4_096), true],
    ['of much more as well', 'x'.repeat(300_000), 'x'.repeat(4_096), true],
    ['letters are not cut in two', `${'x'.repeat(4_095)}é`, 'x'.repeat(4_095), true],
  ])('has a body of which %s', async (_, body, kept, isTruncated) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
    expect(await attemptAt(await aRawReceiver(says(head, body)))).toMatchObject({
      error_kind: null,
      response_body: kept,
      response_truncated: isTruncated,
    });
  });

  it('stays packed when it is', async () => {
    const packed = gzipSync('x'.repeat(1_000_000));
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`;
    expect(await attemptAt(await aRawReceiver(says(head, packed)))).toMatchObject({
      error_kind: null,
      response_body: '',
      response_truncated: true,
    });
  });

  it('counts however long its body goes on', async () => {
    const endless: Answering = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
      const more = (): void => {
        while (socket.writable && socket.write(chunk));
      };
      socket.on('drain', more);
      more();
    };
    expect(await attemptAt(await aRawReceiver(endless))).toMatchObject({
      status: 200,
      error_kind: null,
      response_truncated: true,
    });
  });
});

describe('an answer that does not', () => {
  it.each<[string, string, Answering]>([
    ['no HTTP', 'invalid_response', says('SSH-2.0-OpenSSH_9.2\r\n\r\n')],
    ['a status that is no number', 'invalid_response', says('HTTP/1.1 abc OK\r\n\r\n')],
    [
      'a length that is no number',
      'invalid_response',
      says('HTTP/1.1 200 OK\r\ncontent-length: two\r\n\r\nok'),
    ],
    [
      'two lengths',
      'invalid_response',
      says('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok'),
    ],
    [
      'a chunk that is none',
      'invalid_response',
      says('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'),
    ],
    ['a header of 20 KiB', 'invalid_response', says(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_480)}\r\n\r\n`)],
    [
      'leave to go on, which was not asked for',
      'invalid_response',
      says(`HTTP/1.1 100 Continue\r\n\r\n${OK}`),
    ],
    [
      'another protocol',
      'invalid_response',
      says('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
    [
      'less than it announced',
      'connection_lost',
      saysAndEnds('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort'),
    ],
    [
      'chunks without an end',
      'connection_lost',
      saysAndEnds('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nshort\r\n'),
    ],
    ['half a header', 'connection_lost', saysAndEnds('HTTP/1.1 200 OK\r\ncontent-')],
    ['early hints and nothing more', 'connection_lost', saysAndEnds('HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['nothing', 'connection_lost', saysAndEnds('')],
    ['a reset', 'connection_lost', (socket) => socket.resetAndDestroy()],
    [
      'a reset in the middle',
      'connection_lost',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort', () => socket.resetAndDestroy());
      },
    ],
  ])('is %s: %s', async (_, kind, answering) => {
    expect(await attemptAt(await aRawReceiver(answering))).toMatchObject({ status: null, error_kind: kind });
  });

  it.each<[string, string, number]>([
    ['a redirect', 'redirect', 302],
    ['a refusal', 'bad_status', 403],
    ['a fault', 'bad_status', 503],
  ])('is %s: %s', async (_, kind, status) => {
    const answer = `HTTP/1.1 ${status} Word\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 3\r\n\r\nwhy`;
    expect(await attemptAt(await aRawReceiver(says(answer)))).toMatchObject({
      status,
      error_kind: kind,
      response_body: 'why',
    });
  });
});

describe('no answer in time', () => {
  const dripping =
    (before: string): Answering =>
    (socket) => {
      socket.write(before);
      const drip = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(drip));
    };

  it.each<[string, Answering]>([
    ['silence', () => undefined],
    ['early hints and then silence', says('HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['a header, a byte at a time', dripping('HTTP/1.1 200 OK\r\nx-drip: ')],
    ['a body, a byte at a time', dripping('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')],
  ])('is a timeout: %s', async (_, answering) => {
    const attempt = await attemptAt(await aRawReceiver(answering), hasty);
    expect(attempt).toMatchObject({ status: null, error_kind: 'timeout' });
    expect(attempt.latency_ms).toBeGreaterThanOrEqual(1_400);
  });
});

describe('no connection', () => {
  it('is told apart: nobody listens, no such host, no TLS, a certificate that nobody trusts', async () => {
    const port = await startTcp((socket) => socket.destroy());
    await stopServers();
    expect(await attemptAt(`http://127.0.0.1:${port}/`)).toMatchObject({ error_kind: 'connect_failed' });
    expect(await attemptAt('http://no-such-host.invalid/')).toMatchObject({ error_kind: 'dns_failed' });
    const plain = await startTcp((socket) => socket.write(OK));
    expect(await attemptAt(`https://127.0.0.1:${plain}/`)).toMatchObject({ error_kind: 'tls_failed' });
    const secure = await startHttps((_, response) => response.end());
    expect(await attemptAt(`https://127.0.0.1:${secure}/`)).toMatchObject({ error_kind: 'tls_failed' });
  });
});
