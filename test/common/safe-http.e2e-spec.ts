import { Webhook } from 'standardwebhooks';
import { forbiddenBlock } from '../../src/common/address-policy.js';
import { dnsResolver } from '../../src/common/host-resolver.adapter.js';
import {
  SafeHttpClient,
  type SafeHttpOptions,
  type SafeHttpRequest,
  type SafeHttpResult,
} from '../../src/common/safe-http.client.js';
import { formatWebhookSecret, webhookHeaders } from '../../src/common/signing.js';
import { startCanary } from '../support/canary.js';
import { type DnsRecord, startDnsServer, type Zone } from '../support/dns-server.js';
import { startHttp, startHttps, startTcp, stopServers } from '../support/loopback-server.js';
import { EXPIRED_CERT, SELF_SIGNED_CERT, TEST_CA } from '../support/tls-certificates.js';

let canary: Awaited<ReturnType<typeof startCanary>>;
const toStop: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  canary = await startCanary();
});
afterEach(async () => {
  await stopServers();
  for (const stop of toStop.splice(0)) await stop();
  expect(canary.hits()).toBe(0);
});
afterAll(() => canary.close());

function aClient(options: SafeHttpOptions = {}): SafeHttpClient {
  const client = new SafeHttpClient(options);
  toStop.push(() => client.close());
  return client;
}

/** As in development: loopback servers can be reached. */
const aLocalClient = (options: SafeHttpOptions = {}) => aClient({ allowPrivateTargets: true, ...options });

async function aDnsServer(zone: Zone) {
  const dns = await startDnsServer(zone);
  toStop.push(dns.close);
  return dns;
}

const get = (client: SafeHttpClient, url: string, more: Partial<SafeHttpRequest> = {}) =>
  client.send({ method: 'GET', url, ...more });

/** The answer, or a test that fails with the reason. */
function answered(result: SafeHttpResult) {
  if (!result.ok) throw new Error(`${result.error}: ${result.message}`);
  return result;
}

describe('what lies inside the network cannot be reached', () => {
  it.each([
    'https://127.0.0.1:PORT/',
    'https://127.1:PORT/',
    'https://0x7f000001:PORT/',
    'https://017700000001:PORT/',
    'https://2130706433:PORT/',
    'https://0177.0.0.1:PORT/',
    'https://0x7f.1:PORT/',
    'https://127.0.0.1.:PORT/',
    'https://①②⑦.⓪.⓪.①:PORT/',
    'https://127。0。0。1:PORT/',
    'https://%31%32%37.0.0.1:PORT/',
    'https:///127.0.0.1:PORT/',
    'https://127.0.0.1:PORT\\@example.com/',
    'https://[::1]:PORT/',
    'https://[0:0:0:0:0:0:0:1]:PORT/',
    'https://[::127.0.0.1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://[::ffff:7f00:1]:PORT/',
    'https://[64:ff9b::127.0.0.1]:PORT/',
    'https://[2002:7f00:1::]:PORT/',
    'https://0:PORT/',
    'https://0.0.0.0:PORT/',
    'https://[::]:PORT/',
    'https://127.255.255.254:PORT/',
    'https://localhost:PORT/',
    'https://LocalHost.:PORT/',
    'https://app.localhost:PORT/',
  ])('by the literal %s', async (url) => {
    const result = await get(aClient(), url.replace('PORT', String(canary.port)));
    expect(result).toMatchObject({ ok: false, error: 'address_forbidden' });
  });

  it.each([
    ['http://127.0.0.1:PORT/', 'scheme_forbidden'],
    ['http://[::1]:PORT/', 'scheme_forbidden'],
    ['http://hooks.example.test:PORT/', 'scheme_forbidden'],
    ['https://example.com@127.0.0.1:PORT/', 'invalid_request'],
    ['ftp://127.0.0.1:PORT/', 'scheme_forbidden'],
    ['gopher://127.0.0.1:PORT/', 'scheme_forbidden'],
    ['//127.0.0.1:PORT/', 'invalid_request'],
  ])('by another scheme or form: %s', async (url, error) => {
    const result = await get(aClient(), url.replace('PORT', String(canary.port)));
    expect(result).toMatchObject({ ok: false, error });
  });

  const RECORDS: Record<string, DnsRecord[]> = {
    'loopback.example.test': [{ type: 'A', value: '127.0.0.1' }],
    'metadata.example.test': [{ type: 'A', value: '169.254.169.254' }],
    'private.example.test': [{ type: 'A', value: '10.0.0.7' }],
    'only-v6.example.test': [{ type: 'AAAA', value: '::1' }],
    'mapped.example.test': [{ type: 'AAAA', value: '::ffff:7f00:1' }],
    'compat.example.test': [{ type: 'AAAA', value: '::7f00:1' }],
    'nat64.example.test': [{ type: 'AAAA', value: '64:ff9b::7f00:1' }],
    'unique-local.example.test': [{ type: 'AAAA', value: 'fd00:ec2::254' }],
    'mixed.example.test': [
      { type: 'A', value: '93.184.215.14' },
      { type: 'A', value: '127.0.0.1' },
    ],
    'mixed-families.example.test': [
      { type: 'A', value: '93.184.215.14' },
      { type: 'AAAA', value: '::1' },
    ],
    'alias.example.test': [
      { type: 'CNAME', value: 'inside.example.test' },
      { type: 'A', value: '127.0.0.1' },
    ],
  };

  it.each(Object.keys(RECORDS))('by the name %s', async (name) => {
    const dns = await aDnsServer((asked, type) =>
      asked === name
        ? (RECORDS[name] ?? []).filter((record) => record.type === type || record.type === 'CNAME')
        : null,
    );
    const client = aClient({ resolve: dnsResolver([dns.server]) });
    const result = await get(client, `https://${name}:${canary.port}/`);
    expect(result).toMatchObject({ ok: false, error: 'address_forbidden' });
    expect(result).not.toMatchObject({ message: expect.stringMatching(/\d+\.\d+\.\d+\.\d+|::/) });
  });

  // 127.0.0.2 plays the internet, 127.0.0.1 stays the inside.
  const forbidden = (address: string) => (address === '127.0.0.2' ? null : forbiddenBlock(address));

  it('by a name that changes its address after the check', async () => {
    const port = await startHttps((_request, response) => response.end('outside'), '127.0.0.2');
    const dns = await aDnsServer((_name, type, query) =>
      type === 'AAAA' ? [] : [{ type: 'A', value: query === 1 ? '127.0.0.2' : '127.0.0.1' }],
    );
    const client = aClient({ resolve: dnsResolver([dns.server]), forbidden, ca: TEST_CA });

    expect(await get(client, `https://hooks.example.test:${port}/`)).toMatchObject({ body: 'outside' });
    expect(dns.queries.filter((query) => query.startsWith('A '))).toHaveLength(1);

    const atTheCanary = await get(client, `https://hooks.example.test:${canary.port}/`);
    expect(atTheCanary).toMatchObject({ ok: false, error: 'address_forbidden' });
  });

  it('by a redirect: it is an answer, not a way', async () => {
    const location = `http://127.0.0.1:${canary.port}/`;
    const port = await startHttp((_request, response) => response.writeHead(307, { location }).end());
    const result = await get(aLocalClient(), `http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
    expect(result).toMatchObject({ ok: true, status: 307, headers: { location } });
  });

  it('by a proxy that the environment names', async () => {
    const names = [
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'http_proxy',
      'https_proxy',
      'NODE_USE_ENV_PROXY',
    ];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = `http://127.0.0.1:${canary.port}`;
    try {
      const port = await startHttp((_request, response) => response.end('direct'));
      expect(await get(aLocalClient(), `http://127.0.0.1:${port}/`)).toMatchObject({ body: 'direct' });
    } finally {
      names.forEach((name, index) => {
        const value = before[index];
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      });
    }
  });
});

describe('the connection', () => {
  const resolve = () => Promise.resolve(['127.0.0.1']);

  it('goes to the address, while certificate, SNI and Host are those of the name', async () => {
    let seen: unknown;
    const port = await startHttps((request, response) => {
      seen = { host: request.headers.host, sni: (request.socket as { servername?: unknown }).servername };
      response.end('ok');
    });
    const client = aLocalClient({ resolve, ca: TEST_CA });
    answered(await get(client, `https://hooks.example.test:${port}/`));
    expect(seen).toEqual({ host: `hooks.example.test:${port}`, sni: 'hooks.example.test' });
    answered(await get(client, `https://hooks.example.test.:${port}/`));
    expect(seen).toEqual({ host: `hooks.example.test.:${port}`, sni: 'hooks.example.test' });
  });

  it('to an address by its number has a certificate for that number', async () => {
    const port = await startHttps((_request, response) => response.end('ok'));
    expect(await get(aLocalClient({ ca: TEST_CA }), `https://127.0.0.1:${port}/`)).toMatchObject({
      ok: true,
    });
  });

  it('tries the next of several addresses when one is dead', async () => {
    const port = await startHttp((_request, response) => response.end('third'), '127.0.0.4');
    const client = aLocalClient({ resolve: () => Promise.resolve(['127.0.0.3', '::1', '127.0.0.4']) });
    expect(await get(client, `http://hooks.example.test:${port}/`)).toMatchObject({ body: 'third' });
  });

  it('is used again for the next request, without another resolution', async () => {
    const ports = new Set<number | undefined>();
    const port = await startHttp((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    });
    let resolutions = 0;
    const client = aLocalClient({ resolve: () => ((resolutions += 1), resolve()) });
    for (let round = 0; round < 20; round++) answered(await get(client, `http://a.test:${port}/${round}`));
    // The answer may be here before its connection is free again; then there is a second one.
    expect(ports.size).toBeLessThanOrEqual(2);
    expect(resolutions).toBe(ports.size);
  });

  it('of one request waits for no other one of the same host', async () => {
    const port = await startHttp((request, response) => {
      if (request.url === '/fast') response.end('fast');
    });
    const client = aLocalClient();
    const stop = new AbortController();
    const slow = Array.from({ length: 20 }, () =>
      get(client, `http://127.0.0.1:${port}/slow`, { signal: stop.signal }),
    );
    expect(await get(client, `http://127.0.0.1:${port}/fast`)).toMatchObject({ body: 'fast' });
    stop.abort();
    for (const result of await Promise.all(slow)) expect(result).toMatchObject({ error: 'aborted' });
  });

  it.each([
    ['is for another name', 'other.example.test', undefined, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['has expired', 'hooks.example.test', EXPIRED_CERT, 'CERT_HAS_EXPIRED'],
    ['signed itself', 'hooks.example.test', SELF_SIGNED_CERT, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('is refused when the certificate %s', async (_what, name, cert, code) => {
    let requests = 0;
    const port = await startHttps(
      (_request, response) => void (requests++, response.end()),
      '127.0.0.1',
      cert,
    );
    const client = aLocalClient({ resolve, ca: TEST_CA });
    const result = await get(client, `https://${name}:${port}/`);
    expect(result).toMatchObject({ ok: false, error: 'tls_failed', message: expect.stringContaining(code) });
    expect(requests).toBe(0);
  });

  it('is refused when the authority is not a trusted one', async () => {
    const port = await startHttps((_request, response) => response.end());
    const result = await get(aLocalClient({ resolve }), `https://hooks.example.test:${port}/`);
    expect(result).toMatchObject({ ok: false, error: 'tls_failed' });
  });
});

describe('a request that gets no answer says why', () => {
  it.each([[['127.0.0.1']], [['127.0.0.3', '::1', '127.0.0.4']]])(
    'nobody listens on %j',
    async (addresses) => {
      const client = aLocalClient({ resolve: () => Promise.resolve(addresses) });
      expect(await get(client, 'http://hooks.example.test:1/')).toMatchObject({
        ok: false,
        error: 'connect_failed',
        message: 'no connection could be made: ECONNREFUSED',
      });
    },
  );

  it.each([
    ['does not exist', null, 'ENOTFOUND'],
    ['has no address', [], 'ENODATA'],
  ])('the name %s', async (_what, records, code) => {
    const dns = await aDnsServer(() => records);
    const result = await get(aClient({ resolve: dnsResolver([dns.server]) }), 'https://hooks.example.test/');
    expect(result).toMatchObject({ error: 'dns_failed', message: expect.stringContaining(code) });
  });

  it('a resolver gives nothing, or does not come back', async () => {
    const empty = aClient({ resolve: () => Promise.resolve([]) });
    expect(await get(empty, 'https://hooks.example.test/')).toMatchObject({ error: 'dns_failed' });
    const hanging = aClient({ resolve: () => new Promise(() => {}), connectTimeoutMs: 30 });
    expect(await get(hanging, 'https://hooks.example.test/')).toMatchObject({
      error: 'dns_failed',
      message: 'the host name could not be resolved: time-out',
    });
  });

  it('the other side takes the connection and does not shake hands', async () => {
    const port = await startTcp(() => {});
    const result = await get(aLocalClient({ connectTimeoutMs: 50 }), `https://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ok: false, error: 'connect_timeout' });
  });

  it('the other side hangs up in the middle of the handshake, or speaks no TLS', async () => {
    const closing = await startTcp((socket) => socket.once('data', () => socket.destroy()));
    expect(await get(aLocalClient(), `https://127.0.0.1:${closing}/`)).toMatchObject({ error: 'tls_failed' });
    const plain = await startHttp((_request, response) => response.end());
    expect(await get(aLocalClient(), `https://127.0.0.1:${plain}/`)).toMatchObject({ error: 'tls_failed' });
  });

  it.each([
    ['says nothing', () => {}],
    ['sends one byte at a time', drip],
    ['begins a body and stops', (socket: { write(text: string): unknown }) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')], // prettier-ignore
  ])('the other side %s', async (_what, behave) => {
    const port = await startTcp((socket) => socket.once('data', () => behave(socket)));
    const result = await get(aLocalClient(), `http://127.0.0.1:${port}/`, { timeoutMs: 80 });
    expect(result).toMatchObject({ ok: false, error: 'timeout' });
  });

  it.each([
    ['speaks no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'invalid_response'],
    ['sends a header of 1 MB', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1 << 20)}\r\n\r\n`, 'invalid_response'],
    ['sends 20,000 header lines', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}\r\n`, 'invalid_response'],
    ['sends two different lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'invalid_response'], // prettier-ignore
    ['ends before the body does', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc', 'connection_lost'],
    ['hangs up without a word', '', 'connection_lost'],
    ['says to continue what is complete', 'HTTP/1.1 100 Continue\r\n\r\n', 'invalid_response'],
  ])('the other side %s', async (_what, answer, error) => {
    const port = await startTcp((socket) => socket.once('data', () => socket.end(answer)));
    const result = await get(aLocalClient(), `http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ok: false, error });
  });

  it('the connection is reset', async () => {
    const port = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const result = await get(aLocalClient(), `http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ ok: false, error: 'connection_lost' });
  });

  it('it was called off: before, while dialling, while waiting, while reading', async () => {
    const client = aLocalClient();
    const silent = await startTcp(() => {});
    const port = await startTcp((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'));
    const early = await get(client, `http://127.0.0.1:${canary.port}/`, { signal: AbortSignal.abort() });
    expect(early).toMatchObject({ ok: false, error: 'aborted' });

    const hanging = aLocalClient({ resolve: () => new Promise(() => {}) });
    for (const [waiting, url] of [
      [hanging, 'http://hooks.example.test/'],
      [client, `https://127.0.0.1:${silent}/`],
      [client, `http://127.0.0.1:${silent}/`],
      [client, `http://127.0.0.1:${port}/`],
    ] as const) {
      const stop = new AbortController();
      const result = get(waiting, url, { signal: stop.signal });
      setTimeout(() => stop.abort(), 20);
      expect(await result).toMatchObject({ ok: false, error: 'aborted' });
    }
  });

  it('the client was closed: what runs ends, what comes after is not sent', async () => {
    const silent = await startTcp(() => {});
    let answerDns: (addresses: string[]) => void = () => {};
    const resolve = () => new Promise<string[]>((answer) => (answerDns = answer));
    const client = new SafeHttpClient({ allowPrivateTargets: true, resolve });
    const running = [
      get(client, `http://127.0.0.1:${silent}/`),
      get(client, `https://127.0.0.1:${silent}/`),
      get(client, `http://hooks.example.test:${canary.port}/`),
    ];
    setTimeout(() => void client.close(), 20);
    for (const result of await Promise.all(running)) expect(result).toMatchObject({ error: 'aborted' });
    answerDns(['127.0.0.1']); // the canary's: nobody may come any more
    const late = await get(client, `http://127.0.0.1:${canary.port}/`);
    expect(late).toMatchObject({ ok: false, error: 'aborted' });
    await client.close();
  });

  it.each([
    ['host', 'example.com'],
    ['Content-Length', '5'],
    ['transfer-encoding', 'chunked'],
    ['Connection', 'close'],
    ['Expect', '100-continue'],
    ['x-split', 'a\r\nx-injected: b'],
    ['x split', 'a'],
  ])('the header %s: %j may not be set', async (name, value) => {
    let requests = 0;
    const port = await startHttp((_request, response) => void (requests++, response.end()));
    const result = await get(aLocalClient(), `http://127.0.0.1:${port}/`, { headers: { [name]: value } });
    expect(result).toMatchObject({ ok: false, error: 'invalid_request' });
    expect(requests).toBe(0);
  });

  function drip(socket: { write(text: string): unknown; writable: boolean }): void {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const timer = setInterval(() => {
      if (socket.writable) socket.write('1\r\nx\r\n');
      else clearInterval(timer);
    }, 10);
  }
});

describe('an answer', () => {
  it('comes with status, headers and text, and the request arrives as it was given', async () => {
    let seen: unknown;
    const port = await startHttp((request, response) => {
      void request.toArray().then((chunks: Buffer[]) => {
        const { 'user-agent': agent, 'accept-encoding': encoding, 'x-tool': tool } = request.headers;
        const body = Buffer.concat(chunks).toString();
        seen = { method: request.method, url: request.url, agent, encoding, tool, body };
        response.writeHead(201, [['X-Two', 'a'], ['X-Two', 'b']].flat()); // prettier-ignore
        response.end('Zoë');
      });
    });
    const result = await get(aLocalClient(), `http://127.0.0.1:${port}/a%20b?c=d#e`, {
      method: 'PATCH',
      headers: { 'X-Tool': 'weather' },
      body: '{"a":"ö"}',
    });
    expect(result).toEqual({
      ok: true,
      status: 201,
      headers: expect.objectContaining({ 'x-two': 'a, b' }),
      body: 'Zoë',
      truncated: false,
      latencyMs: expect.any(Number),
    });
    expect(seen).toEqual({
      method: 'PATCH',
      url: '/a%20b?c=d',
      agent: 'voice-agent-platform',
      encoding: 'identity',
      tool: 'weather',
      body: '{"a":"ö"}',
    });
  });

  it.each([200, 204, 301, 304, 400, 401, 404, 410, 429, 500, 503, 599])(
    'of %d is an answer',
    async (status) => {
      const port = await startHttp((_request, response) => response.writeHead(status).end());
      expect(await get(aLocalClient(), `http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, status });
    },
  );

  it('after an early hint is the real one', async () => {
    const port = await startHttp((_request, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.end('real');
    });
    expect(await get(aLocalClient(), `http://127.0.0.1:${port}/`)).toMatchObject({
      status: 200,
      body: 'real',
    });
  });

  it('without end is cut, and the other side is let go of', async () => {
    let sent = 0;
    let ended: () => void = () => {};
    const letGo = new Promise<void>((resolve) => (ended = resolve));
    const port = await startHttp((_request, response) => {
      const chunk = Buffer.alloc(16 * 1024, 'x');
      const pour = () => {
        while (response.writable && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', pour).on('close', ended);
      pour();
    });
    const result = answered(await get(aLocalClient(), `http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ status: 200, body: 'x'.repeat(4096), truncated: true });
    await letGo;
    expect(sent).toBeLessThan(32 * 1024 * 1024); // what the kernel's buffers took
  });

  it('is given back up to the size that the caller wants, beyond the usual limit too', async () => {
    const port = await startHttp((_request, response) => response.end('x'.repeat(100_000)));
    for (const [maxBodyBytes, length] of [
      [0, 0],
      [10, 10],
      [100_000, 100_000],
      [200_000, 100_000],
    ] as const) {
      // prettier-ignore
      const result = answered(await get(aLocalClient(), `http://127.0.0.1:${port}/`, { maxBodyBytes }));
      expect([result.body.length, result.truncated]).toEqual([length, length < 100_000]);
    }
  });

  it.each(['gzip', 'br', 'deflate, gzip'])('in %s stays packed', async (encoding) => {
    const port = await startHttp((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(Buffer.alloc(1000, 0x1f)),
    );
    expect(await get(aLocalClient(), `http://127.0.0.1:${port}/`)).toMatchObject({
      ok: true,
      status: 200,
      headers: { 'content-encoding': encoding },
      body: '',
      truncated: true,
    });
  });

  it('to a signed webhook is given to what the receiver verified', async () => {
    const secret = formatWebhookSecret(Buffer.alloc(32, 5));
    let verified: unknown;
    const port = await startHttp((request, response) => {
      void request.toArray().then((chunks: Buffer[]) => {
        const headers = request.headers as Record<string, string>;
        verified = new Webhook(secret).verify(Buffer.concat(chunks).toString(), headers);
        response.writeHead(204).end();
      });
    });
    const body = JSON.stringify({ type: 'webhook.test', name: 'Zoë \u{1F600}' });
    const headers = webhookHeaders({ id: 'evt_1', timestamp: new Date(), body }, [secret]);
    const result = await aLocalClient().send({
      method: 'POST',
      url: `http://127.0.0.1:${port}/hook`,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    expect(result).toMatchObject({ ok: true, status: 204, body: '' });
    expect(verified).toEqual(JSON.parse(body));
  });
});
