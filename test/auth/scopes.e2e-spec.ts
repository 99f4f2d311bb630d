import { ApiKeys } from '../../src/auth/api-keys.service.js';
import { type Scope, SCOPES } from '../../src/auth/scopes.js';
import { Transactions } from '../../src/database/transactions.service.js';
import { type Client, request } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { GUARDED_ROUTES } from './route-table.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

/** Acme, with a key of these scopes. */
async function holding(scopes: readonly Scope[]): Promise<Client> {
  const key = { name: 'a key', scopes };
  const { text } = await service.app
    .get(Transactions)
    .run((tx) => service.app.get(ApiKeys).issue(tx, acme.organizationId, key));
  return acme.with({ apiKey: text });
}

const parts = (route: string): [string, string] => {
  const [method = '', path = ''] = route.split(' ');
  return [method, path.replaceAll(/:\w+/g, '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e')];
};

describe.each(Object.entries(GUARDED_ROUTES).map(([route, { scope }]) => ({ route, scope })))(
  '$route',
  ({ route, scope }) => {
    const [method, path] = parts(route);

    it('refuses who says nothing about themselves', async () => {
      const answer = await request(service.url + path, { method });
      expect(answer).toMatchObject({ status: 401, body: { error: 'Authentication failed' } });
    });

    it(`refuses a key that may do anything but ${scope}`, async () => {
      const client = await holding(SCOPES.filter((other) => other !== scope));
      // A body that nobody would take: the scope is judged before it.
      const body = method === 'GET' || method === 'DELETE' ? undefined : '{';
      expect(await client.send(method, path, body, {})).toMatchObject({
        status: 403,
        body: { error: 'Insufficient scope', code: 'insufficient_scope' },
      });
    });

    it(`lets a key in that may ${scope} and nothing else`, async () => {
      const { status } = await (await holding([scope])).send(method, path, undefined, {});
      expect([200, 201, 400, 404]).toContain(status);
    });
  },
);

describe.each(Object.keys(GUARDED_ROUTES).filter((route) => route.startsWith('GET')))('%s', (route) => {
  it('answers HEAD as it answers GET, without the body', async () => {
    const [, path] = parts(route);
    const got = await acme.get(path);
    const head = await acme.send('HEAD', path, undefined, {});
    expect(head).toMatchObject({ status: got.status, text: '' });
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
  });
});
