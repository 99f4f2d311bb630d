import { PageWalk } from '../support/page-walk.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, Visitor } from '../support/visitor.js';

const INSTALLATION = '/settings/installation';
const NEW_ENDPOINT = '/settings/events/new';
const NOTICE = 'Webhooks and tools may call private addresses';

/** Pages of several features, one that is not there, and one for who looks only. */
const PAGES = [
  '/settings',
  '/settings/calls',
  '/settings/events',
  '/settings/team',
  '/settings/nothing-here',
];

let service: TestService;

beforeAll(async () => {
  service = await startService({ allowPrivateTargets: true });
});
afterAll(() => service.stop());

describe('an installation whose requests may go into the network', () => {
  it('says so on every page, to everybody; where it is looked into it says what is set', async () => {
    const acme = await service.anOrganization();
    for (const role of ['owner', 'viewer'] as const) {
      const visitor = await aVisitor(service, acme.organizationId, role);
      for (const path of PAGES)
        expect([path, (await visitor.get(path)).html.includes(NOTICE)]).toEqual([path, true]);
      expect((await visitor.get(INSTALLATION)).html).toContain('Any address, also over plain http');
    }
    const owner = await aVisitor(service, acme.organizationId);
    expect((await owner.get(NEW_ENDPOINT)).html).toContain(
      'It begins with https:// or http://; private addresses are allowed here.',
    );
    const { html } = await owner.submit(NEW_ENDPOINT, '/settings/events', { url: '' });
    expect(html).toContain('Enter a URL that begins with https:// or http://.');
  });

  it('says nothing once the setting is off', async () => {
    const acme = await service.anOrganization();
    const owner = await aVisitor(service, acme.organizationId);
    const { url } = await service.replica({ allowPrivateTargets: false });
    const careful = new Visitor(url);
    for (const [name, value] of owner.cookies) careful.cookies.set(name, value);
    for (const path of PAGES) {
      const { html } = await careful.get(path);
      expect([path, html.includes('<h1'), html.includes(NOTICE)]).toEqual([path, true, false]);
    }
    expect((await careful.get(INSTALLATION)).html).toContain('Webhooks and tools reach public addresses');
    expect((await careful.get(NEW_ENDPOINT)).html).toContain(
      'It begins with https:// and is reachable from the internet.',
    );
    const { html } = await careful.submit(NEW_ENDPOINT, '/settings/events', { url: '' });
    expect(html).toContain('Enter a URL that begins with https://.');
  });

  it('is shown without a barrier', async () => {
    const acme = await service.anOrganization('Acme Heating & Cooling');
    const walk = await PageWalk.begin(service, acme.organizationId);
    try {
      await walk.open('/settings/team');
      await walk.inspect('private-targets');
      await walk.open(INSTALLATION);
      await walk.inspect('installation-private-targets');
    } finally {
      await walk.end();
    }
  }, 60_000);
});
