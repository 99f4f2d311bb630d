import { v7 } from 'uuid';
import { aCall, insert } from '../support/records.js';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;
let call: string;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
  const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
  call = await aCall(service, acme.organizationId, { agent_id: agent.id });
  await insert(service, 'call_details', { organization_id: acme.organizationId, call_id: call });
});
afterAll(() => service.stop());

const add = (body: unknown, id = call) => acme.post(`/api/calls/${id}/notes`, body);
const notes = async (): Promise<unknown[]> => (await acme.get(`/api/calls/${call}?fields=full`)).body.notes;

describe('a note that is added to a call', () => {
  it('is answered whole, and stands behind the earlier ones', async () => {
    const { body: key } = await acme.post('/api/api-keys', { name: 'CRM', scopes: ['calls:write'] });
    const first = await acme
      .with({ apiKey: key.key })
      .post(`/api/calls/${call}/notes`, { body: 'Asked for Ada.' });
    expect(first).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        body: 'Asked for Ada.',
        source: 'api',
        author: 'CRM',
        created_at: expect.stringMatching(/Z$/),
      },
    });
    const second = await add({ body: 'x'.repeat(5_000) });
    expect(second.status).toBe(201);
    expect(await notes()).toEqual([first.body, second.body]);
  });

  it.each([
    ['empty', { body: '' }, 'Invalid body'],
    ['of blanks', { body: ' \n ' }, 'Invalid body'],
    ['missing', {}, 'Invalid body'],
    ['no text', { body: 7 }, 'Invalid body'],
    ['5,001 characters long', { body: 'x'.repeat(5_001) }, 'Invalid body'],
    ['with a NUL', { body: 'a\0b' }, 'Invalid JSON body'],
    ['beside a field that nobody knows', { body: 'x', author: 'me' }, 'Unknown field author'],
  ])('is refused when it is %s, and nothing is added', async (_, body, error) => {
    const before = await notes();
    expect(await add(body)).toMatchObject({ status: 400, body: { error } });
    expect(await notes()).toEqual(before);
  });

  it('to a call that is not the organization’s is not found', async () => {
    expect((await add({ body: 'x' }, v7())).status).toBe(404);
  });
});
