import { v7 } from 'uuid';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, type Seen, Visitor } from '../support/visitor.js';
import { PAGE_ROUTES, PAGE_THINGS } from './page-table.js';

let service: TestService;
let acme: Client;
let globex: Client;
let owner: Visitor;
let viewer: Visitor;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization('Acme');
  globex = await service.anOrganization('Globex');
  owner = await aVisitor(service, acme.organizationId);
  viewer = await aVisitor(service, acme.organizationId, 'viewer');
});
afterAll(() => service.stop());

const ROUTES = Object.entries(PAGE_ROUTES).map(([route, { needs, thing, path: names = {}, fields = {} }]) => {
  const [method = '', address = ''] = route.split(' ');
  const path = address.replaceAll(/:(\w+)/g, (whole, name: string) => names[name] ?? whole);
  return { route, method, path, needs, thing, fields };
});
type Route = (typeof ROUTES)[number];

/** What a thing's id takes the place of. */
const IDS = /:id(.*:\w+)?/;

/** An id, or as many as the address has. */
const idsOf = ({ path }: { path: string }, id = v7()): string =>
  (IDS.exec(path)?.[0] ?? '').replaceAll(/:\w+/g, id);

/** Asks for a page, or sends a form of this visitor's. */
async function ask(visitor: Visitor, { method, path, fields }: Route, id = idsOf({ path })): Promise<Seen> {
  const address = path.replace(IDS, id);
  if (method === 'GET') return visitor.get(address);
  const { _token } = await visitor.hiddenOf('/settings', '/settings/theme');
  return visitor.post(address, { _token: _token ?? '', ...fields });
}

/** A page without what differs between two that are alike. */
const alike = ({ status, html }: Seen) => ({
  status,
  html: html.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id'),
});

describe.each(ROUTES)('$route', (route) => {
  it('sends who is not signed in to the sign-in page', async () => {
    const seen = await ask(new Visitor(service.url), route);
    expect(seen.status).toBe(303);
    expect(seen.location).toMatch(/^\/settings\/sign-in/);
  });

  if (route.method === 'POST') {
    it('refuses a form that no page of ours gave out', async () => {
      const seen = await owner.post(route.path.replace(IDS, idsOf(route)), route.fields);
      expect(seen.status).toBe(403);
      expect(seen.html).toContain('This form has expired');
    });
  }

  if (route.method === 'POST' && !(route.route.replace('POST', 'GET') in PAGE_ROUTES)) {
    it('leads who reloads its address back to a page', async () => {
      const own = route.thing && (await PAGE_THINGS[route.thing](service, acme));
      const reloaded = await ask(owner, { ...route, method: 'GET' }, own);
      expect(reloaded.status).toBe(303);
      expect((await owner.get(reloaded.location ?? '')).status).toBe(200);
    });
  }

  if (route.needs === 'change') {
    it('refuses viewers, with a page', async () => {
      const seen = await ask(viewer, route);
      expect(seen.status).toBe(403);
      expect(seen.html).toContain('Viewers can look');
    });
  }

  const { thing } = route;
  if (thing) {
    it('answers the id of another organization like one that nobody has', async () => {
      const foreign = await PAGE_THINGS[thing](service, globex);
      const toForeign = await ask(owner, route, foreign);
      expect(toForeign.status).toBe(404);
      expect(alike(toForeign)).toEqual(alike(await ask(owner, route, idsOf(route))));
      expect((await ask(owner, route, idsOf(route, 'not-an-id'))).status).toBe(404);
    });

    it('accepts an own id', async () => {
      const own = await PAGE_THINGS[thing](service, acme);
      expect((await ask(owner, route, own)).status).toBeLessThan(400);
    });
  } else if (route.method === 'GET') {
    it('shows itself', async () => {
      expect((await ask(owner, route)).status).toBe(200);
    });
  }
});
