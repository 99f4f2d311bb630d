import { request, type Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { ownIds, requestWith, send } from '../auth/guarded-requests.js';
import { GUARDED_ROUTES } from '../auth/route-table.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
  // Calls come from it.
  await acme.post('/api/phone-numbers', { number: '+13125550100', is_default: true });
});
afterAll(() => service.stop());

/** Answers sentence by sentence, as a stream: there is nothing to be remembered. */
const STREAMED = 'POST /api/agents/:id/chats/:chatId/messages';

const POSTS = Object.keys(GUARDED_ROUTES).filter((route) => route.startsWith('POST ') && route !== STREAMED);

describe.each(POSTS)('%s', (route) => {
  it('sent again with its idempotency key answers as before, and says so', async () => {
    const again = requestWith(route, await ownIds(service, acme, route));
    const once = { 'idempotency-key': route.replace(' ', ':') };
    const first = await send(acme, again, once);
    expect(first.status).toBeLessThan(300);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const second = await send(acme, again, once);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('declares the header', async () => {
    const { body: document } = await request(`${service.url}/openapi.json`);
    const { post } = document.paths[route.slice('POST '.length).replaceAll(/:(\w+)/g, '{$1}')];
    expect(post.parameters.map(({ name }: { name: string }) => name)).toContain('Idempotency-Key');
  });
});
