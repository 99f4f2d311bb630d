import { v7 } from 'uuid';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

let numbers = 0;
const aContact = (more: string) =>
  acme.post('/api/contacts', `{"phone":"+1312555${String(1000 + numbers++)}",${more}}`);

describe('a key that was put in the wrong place', () => {
  it.each([
    ['the value of a parameter', (key: string) => acme.get(`/api/calls?agent_id=${key}`)],
    ['the name of a parameter', (key: string) => acme.get(`/api/calls?${key}=1`)],
    ['a field', (key: string) => acme.post('/api/agents', { name: 'Ava', status: key })],
    ['the name of a field', (key: string) => acme.post('/api/agents', { name: 'Ava', [key]: 1 })],
    ['an id', (key: string) => acme.get(`/api/agents/${key}`)],
  ])('(%s) is not repeated in the refusal', async (_, ask) => {
    const key = acme.credentials.apiKey;
    const { status, text } = await ask(key);
    expect([400, 404]).toContain(status);
    expect(text).not.toContain(key.slice(-20));
  });
});

describe('query parameters', () => {
  it.each([
    ['a NUL in a search', '/api/contacts?search=a%00b', 'Invalid search parameter'],
    ['a NUL in a tag', '/api/contacts?tag=%00', 'Invalid tag parameter'],
    ['a NUL in an e-mail address', '/api/contacts?email=a%00@b.example', 'Invalid email parameter'],
    ['a NUL in a number', '/api/contacts?phone=%00%2B13125550100', 'Invalid phone parameter'],
    ['a NUL in an id', '/api/calls?agent_id=%00', 'Invalid agent_id parameter'],
    ['a NUL in a name', '/api/contacts?%00=1', 'Unknown parameter \0'],
    [
      'a search of 10,000 characters',
      `/api/contacts?search=${'x'.repeat(10_000)}`,
      'Invalid search parameter',
    ],
    ['a name that every object has', '/api/contacts?constructor=1', 'Unknown parameter constructor'],
    ['__proto__', '/api/contacts?__proto__=1', 'Unknown parameter __proto__'],
    ['a list in brackets', '/api/contacts?search[]=ab', 'Unknown parameter search[]'],
    ['an empty value', '/api/contacts?limit=', 'Invalid limit parameter'],
  ])('%s is refused', async (_, path, error) => {
    expect(await acme.get(path)).toMatchObject({ status: 400, body: { error, code: 'invalid_request' } });
  });

  it.each([
    ['half of a surrogate pair', '/api/contacts?search=%ED%A0%80x'],
    ['what is no UTF-8', '/api/contacts?search=%ff%fe'],
    ['half an escape', '/api/contacts?search=%4'],
  ])('%s finds nothing', async (_, path) => {
    expect(await acme.get(path)).toMatchObject({ status: 200, body: { data: [] } });
  });

  it('a limit beyond every number is served as 100', async () => {
    const { body } = await acme.get(`/api/agents?limit=${'9'.repeat(40)}`);
    expect(body.pagination?.limit).toBe(100);
  });

  it.each([
    ['GET', (id: string) => `/api/agents/${id}?feilds=full`],
    ['PATCH', (id: string) => `/api/agents/${id}?dry_run=true`],
  ])('a %s route without parameters refuses one', async (method, path) => {
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
    const body = method === 'GET' ? undefined : { name: 'Eva' };
    const answer = await acme.send<{ error: string }>(method, path(agent.id), body, {});
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/^Unknown parameter (feilds|dry_run)$/);
    expect((await acme.get(`/api/agents/${agent.id}`)).body.name).toBe('Ava');
  });
});

describe('bodies', () => {
  it('names that every object has are plain names inside of variables', async () => {
    const variables =
      '{"__proto__":{"a":1},"constructor":"c","toString":"t","valueOf":[{"hasOwnProperty":null}],"then":"x"}';
    const { status, body } = await aContact(`"variables":${variables}`);
    expect(status).toBe(201);

    const read = await acme.get(`/api/contacts/${body.id}`);

    const sent = JSON.parse(variables);
    const got = JSON.parse(read.text).variables;
    expect(Object.keys(got).toSorted()).toEqual(Object.keys(sent).toSorted());
    expect(JSON.stringify(got['valueOf'])).toBe('[{"hasOwnProperty":null}]');
    expect(Object.getOwnPropertyDescriptor(got, '__proto__')?.value).toEqual({ a: 1 });
  });

  it('variables are as large as their bytes, not their characters', async () => {
    expect((await aContact(`"variables":{"v":"${'é'.repeat(32_000)}"}`)).status).toBe(201);
    expect(await aContact(`"variables":{"v":"${'é'.repeat(33_000)}"}`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid variables' },
    });
  });

  it.each(['toString', 'constructor', 'hasOwnProperty'])('a field named %s is unknown', async (name) => {
    expect(await acme.post('/api/agents', { name: 'Ava', [name]: 'x' })).toMatchObject({
      status: 400,
      body: { error: `Unknown field ${name}` },
    });
  });

  it.each([
    ['null', 'null'],
    ['text', '"Ava"'],
    ['a number', '7'],
  ])('%s is no body', async (_, body) => {
    expect(await acme.post('/api/agents', body)).toMatchObject({
      status: 400,
      body: { error: 'Invalid JSON body' },
    });
  });

  it('a route that takes no body refuses its fields, and takes an empty one', async () => {
    const { body: number } = await acme.post('/api/phone-numbers', { number: '+13125550100' });
    const path = `/api/phone-numbers/${number.id}`;
    expect(await acme.send('DELETE', path, { force: true }, {})).toMatchObject({
      status: 400,
      body: { error: 'Unknown field force' },
    });
    expect((await acme.get(path)).status).toBe(200);
    expect((await acme.send('DELETE', path, {}, {})).status).toBe(204);
  });

  it('fields are judged before rows, whatever the id', async () => {
    const paths = [v7(), 'not-an-id'].map((id) => `/api/agents/${id}`);
    for (const path of paths) {
      expect(await acme.patch(path, { name: 7 })).toMatchObject({
        status: 400,
        body: { error: 'Invalid name' },
      });
    }
  });
});

describe('If-Match', () => {
  it.each([
    ['any version', '*', 200],
    ['no version', '', 412],
    ['a version that was never', 'W/"999.x"', 412],
    ['what is no entity tag', 'nonsense', 412],
  ])('%s', async (_, ifMatch, status) => {
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
    expect(
      (await acme.patch(`/api/agents/${agent.id}`, { name: 'Eva' }, { 'if-match': ifMatch })).status,
    ).toBe(status);
  });

  it('any version of what does not exist is 404', async () => {
    expect((await acme.patch(`/api/agents/${v7()}`, { name: 'Eva' }, { 'if-match': '*' })).status).toBe(404);
  });
});
