import { connect } from 'node:net';
import { request, type Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

describe('errors', () => {
  it('an unknown route is 404 in the one shape', async () => {
    const answer = await request(`${service.url}/api/nothing`);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      error: 'Not found',
      code: 'not_found',
      status: 404,
      request_id: answer.headers.get('x-request-id'),
      details: [],
    });
  });

  it('a wrong method is 405 and says which are right', async () => {
    const answer = await acme.send('PUT', '/api/agents', {}, {});
    expect(answer).toMatchObject({
      status: 405,
      body: { error: 'Method not allowed', code: 'method_not_allowed' },
    });
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it.each([
    ['a path that cannot be decoded', '/api/agents/%zz'],
    ['a NUL in a path', '/api/agents/%00'],
  ])('%s is a client error', async (_, path) => {
    const answer = await acme.get(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
  });

  it.each([
    ['trace-42', 'trace-42'],
    ['has spaces', null],
    ['x'.repeat(129), null],
    ['<script>', null],
  ])('the request id %s of a caller is kept as %p', async (id, kept) => {
    const answer = await request(`${service.url}/health/live`, { headers: { 'x-request-id': id } });
    const used = answer.headers.get('x-request-id');
    expect(used).toBe(kept ?? used);
    expect(kept === null && used === id).toBe(false);
  });

  it.each([
    ['text', 'text/plain'],
    ['XML', 'application/xml'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['another charset', 'application/json; charset=latin1'],
  ])('a body of type %s is 415', async (_, type) => {
    const answer = await acme.post('/api/agents', '{"name":"Ava"}', { 'content-type': type });
    expect(answer).toMatchObject({ status: 415, body: { error: 'Unsupported media type' } });
  });

  it('a packed body is 415', async () => {
    const answer = await acme.post('/api/agents', '{"name":"Ava"}', { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(415);
  });

  it('a body that is too large is 413', async () => {
    const answer = await acme.post('/api/agents', { name: 'x'.repeat(300_000) });
    expect(answer).toMatchObject({
      status: 413,
      body: { error: 'Payload too large', code: 'payload_too_large' },
    });
  });

  it.each([
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a NUL', '{"name":"A\\u0000"}'],
    ['a lone surrogate', '{"name":"\\ud800"}'],
    ['too many levels', `${'['.repeat(40)}${']'.repeat(40)}`],
    ['half a JSON', '{"name":'],
  ])('a body with %s is 400', async (_, body) => {
    expect(await acme.post('/api/agents', body)).toMatchObject({
      status: 400,
      body: { error: 'Invalid JSON body', code: 'invalid_request' },
    });
  });

  it('a field named __proto__ is an unknown field like any other', async () => {
    const answer = await acme.post('/api/agents', '{"name":"Ava","__proto__":{"status":"inactive"}}');
    expect(answer).toMatchObject({ status: 400, body: { error: 'Unknown field __proto__' } });
  });

  it('details name every wrong input, and the nearest name for an unknown one', async () => {
    const answer = await acme.post('/api/agents', { name: '', voice: 7, greeeting: 'Hi' });
    expect(answer.body.error).toBe('Invalid name');
    expect(answer.body.details).toEqual([
      { field: 'name', in: 'body', issue: 'must be a text of 1 to 200 characters', received: '' },
      { field: 'voice', in: 'body', issue: 'must be a string', received: 7 },
      { field: 'greeeting', in: 'body', issue: 'is unknown; did you mean greeting?' },
    ]);
  });

  it.each([
    ['limit', 'limit=abc', 'Invalid limit parameter'],
    ['limit twice', 'limit=1&limit=2', 'Invalid limit parameter'],
    ['a limit of zero', 'limit=0', 'Invalid limit parameter'],
    ['a negative offset', 'offset=-1', 'Invalid offset parameter'],
    ['an offset in hexadecimal', 'offset=0x10', 'Invalid offset parameter'],
    ['an unknown parameter', 'ofset=1', 'Unknown parameter ofset'],
  ])('%s is refused', async (_, query, error) => {
    expect(await acme.get(`/api/agents?${query}`)).toMatchObject({ status: 400, body: { error } });
  });

  it('a limit over 100 is served as 100 and reported so', async () => {
    expect((await acme.get('/api/agents?limit=500')).body.pagination.limit).toBe(100);
  });

  it('what is no HTTP is answered in the one shape too', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () =>
        socket.write('nonsense\r\n\r\n'),
      );
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  it('refusals come in their order: credentials before body', async () => {
    const answer = await request(`${service.url}/api/agents`, { method: 'POST', body: 'x'.repeat(300_000) });
    expect(answer.status).toBe(401);
  });

  it.each([
    '{"name":"Ava","greeting":{"constructor":{"prototype":{}}}}',
    '{"name":"Ava","greeting":{"__proto__":{"admin":true}}}',
  ])('a field that holds %s is wrong like any object, and nothing more', async (body) => {
    const acme = await service.anOrganization();
    const answer = await acme.post('/api/agents', body);
    expect(answer.body).toMatchObject({ status: 400, error: 'Invalid greeting' });
  });
});
