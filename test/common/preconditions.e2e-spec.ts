import { ownIds, requestWith, send } from '../auth/guarded-requests.js';
import { GUARDED_ROUTES } from '../auth/route-table.js';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization();
});
afterAll(() => service.stop());

const PATCHES = Object.keys(GUARDED_ROUTES).filter((route) => route.startsWith('PATCH '));

describe.each(PATCHES)('%s', (route) => {
  it('is refused to whoever has seen an older version, and done for who has seen this one', async () => {
    const change = requestWith(route, await ownIds(service, acme, route));
    const read = await acme.get(change.path);
    const tag = read.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"\d+\.[\w-]+"$/);
    const older = tag.replace(/\d+/, '0');

    expect(await send(acme, change, { 'if-match': older })).toMatchObject({
      status: 412,
      body: { code: 'stale_version' },
    });
    expect((await acme.get(change.path)).text).toBe(read.text);

    expect((await send(acme, change, { 'if-match': tag })).status).toBe(200);
  });
});
