import { once } from 'node:events';
import { connect } from 'node:net';
import type { Client } from '../support/client.js';
import { routesOf } from '../support/routes.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

/** Sends bytes as they are, and gives everything that came back until the server closed or nothing more is expected. */
async function raw(bytes: string, answers = 1): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
    // The last one says that it is the last, or the server closes by itself.
    if (received.split('"request_id"').length > answers) socket.end();
  });
  socket.write(bytes);
  await once(socket, 'close');
  return received;
}

const head = (line: string, headers: Record<string, string> = {}): string =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    `x-api-key: ${acme.credentials.apiKey}`,
    `x-organization-id: ${acme.organizationId}`,
    'Content-Type: application/json',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

const agents = async (): Promise<number> => (await acme.get('/api/agents')).body.pagination.total as number;

describe('HTTP as nobody should speak it', () => {
  it.each<[string, () => string, number]>([
    [
      'two lengths',
      () => `${head('POST /api/agents', { 'Content-Length': '14\r\nContent-Length: 15' })}{"name":"Ava"}`,
      400,
    ],
    [
      'a length and chunks',
      () => `${head('POST /api/agents', { 'Content-Length': '3', 'Transfer-Encoding': 'chunked' })}0\r\n\r\n`,
      400,
    ],
    ['a negative length', () => head('POST /api/agents', { 'Content-Length': '-1' }), 400],
    [
      'an unknown transfer coding',
      () => `${head('POST /api/agents', { 'Transfer-Encoding': 'gzip' })}x`,
      400,
    ],
    [
      'a chunk size that is none',
      () => `${head('POST /api/agents', { 'Transfer-Encoding': 'chunked' })}zz\r\n`,
      400,
    ],
    ['a space before a colon', () => 'GET /api/agents HTTP/1.1\r\nHost : localhost\r\n\r\n', 400],
    ['a folded header', () => 'GET /api/agents HTTP/1.1\r\nHost: localhost\r\nX-A: 1\r\n 2\r\n\r\n', 400],
    ['another version', () => 'GET /api/agents HTTP/3.0\r\nHost: localhost\r\n\r\n', 400],
    ['too long a header', () => head('GET /api/agents', { 'X-Long': 'x'.repeat(20_000) }), 431],
    [
      'chunks that add up to too much',
      () =>
        head('POST /api/agents', { 'Transfer-Encoding': 'chunked' }) +
        `10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(5) +
        '0\r\n\r\n',
      413,
    ],
    ['a length that is too much', () => head('POST /api/agents', { 'Content-Length': '999999999' }), 413],
  ])('%s is refused in the one shape, and nothing is created', async (_, bytes, status) => {
    const before = await agents();
    const answer = await raw(bytes());
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n').at(-1) ?? '')).toMatchObject({
      status,
      request_id: expect.any(String),
    });
    expect(await agents()).toBe(before);
  });

  it('a request without a host is refused', async () => {
    expect(await raw('GET /api/agents HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('requests on one connection are answered one by one, in their order', async () => {
    const order = ['first', 'second', 'third'];
    const answer = await raw(order.map((id) => head('GET /api/nothing', { 'x-request-id': id })).join(''), 3);
    expect([...answer.matchAll(/"request_id":"(\w+)"/g)].map(([, id]) => id)).toEqual(order);
  });

  it('what follows a refused body on the same connection is not taken for a request', async () => {
    const before = await agents();
    const smuggled = `${head('POST /api/agents', { 'Content-Length': '18' })}{"name":"Smuggled"}`;
    await raw(`${head('POST /api/agents', { 'Content-Length': String(300_000) })}${smuggled}`);
    expect(await agents()).toBe(before);
  });

  it('a whole URL in the request line names a path of ours, whatever its host', async () => {
    const answer = await raw(head('GET http://elsewhere.example/api/nothing', { Connection: 'close' }));
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each(['HEAD', 'OPTIONS', 'PUT', 'TRACE'])('%s on every route is no fault of ours', async (method) => {
    const paths = [...new Set(routesOf(service.app).map(({ path }) => path))];
    expect(paths.length).toBeGreaterThan(10);
    const statuses = await Promise.all(
      paths.map(async (path) => {
        const answer = await raw(
          `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nx-api-key: ${acme.credentials.apiKey}\r\n` +
            `x-organization-id: ${acme.organizationId}\r\n\r\n`,
        );
        return [path, Number(answer.split(' ')[1])] as const;
      }),
    );
    expect(statuses.filter(([, status]) => !(status >= 200 && status < 500))).toEqual([]);
  });
});
