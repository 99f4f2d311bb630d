import type { Page } from 'playwright-core';
import type { Client } from '../support/client.js';
import { aMapping } from '../support/mappings.js';
import { PageWalk } from '../support/page-walk.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, Visitor } from '../support/visitor.js';

let service: TestService;
let acme: Client;
let walk: PageWalk;
let page: Page;
let mappingPath: string;

beforeAll(async () => {
  service = await startService({ allowPrivateTargets: false });
  acme = await service.anOrganization('Acme Heating & Cooling');
  await fill();
  walk = await PageWalk.begin(service, acme.organizationId);
  page = walk.page;
}, 120_000);
afterAll(async () => {
  await walk?.end();
  await service.stop();
});

/** Enough of everything, some of it with markup in its name. */
async function fill(): Promise<void> {
  for (const [name, scopes] of [
    ['CRM export', ['calls:read', 'contacts:read']],
    ['Website <script>alert(1)</script>', ['intake:write']],
    ['Dialler', ['agents:read', 'calls:write', 'calls:read']],
  ] as const)
    await acme.post('/api/api-keys', { name, scopes });
  const { body: ava } = await acme.post('/api/agents', { name: 'Ava' });
  await acme.post('/api/phone-numbers', { number: '+13125550100', label: 'Support line', agent_id: ava.id });
  await acme.post('/api/phone-numbers', { number: '+13125550142' });
  const mapping = await aMapping(acme, { name: 'Typeform leads', static_tags: ['typeform'] });
  await mapping.post({ firstName: 'Ada', phone: '(312) 555-0142', utm: { source: '<i>ads</i>' } });
  await mapping.post({ firstName: 'Nobody', phone: 'none' });
  await aMapping(acme, { name: 'HubSpot <b>CRM</b>', status: 'inactive' });
  mappingPath = `/settings/webhook-mappings/${mapping.id}`;
  await aVisitor(service, acme.organizationId, 'admin', 'grace@example.com');
  await aVisitor(service, acme.organizationId, 'viewer', 'alan@example.com');
}

const PLACES: Record<string, string> = {
  mappings: '/settings/webhook-mappings',
  'mappings-none': '/settings/webhook-mappings?q=nobody',
  'mapping-new': '/settings/webhook-mappings/new',
  home: '/settings',
  'api-keys': '/settings/api-keys',
  'api-key-new': '/settings/api-keys/new',
  team: '/settings/team',
  'team-new': '/settings/team/new',
  organizations: '/settings/organizations',
  'phone-numbers': '/settings/phone-numbers',
  'phone-number-new': '/settings/phone-numbers/new',
  organization: '/settings/organization',
  'audit-log': '/settings/audit-log',
  'not-found': '/settings/nothing-here',
};

describe('every page', () => {
  it.each(Object.entries(PLACES))(
    '%s has no barriers, light or dark, wide or narrow',
    async (name, path) => {
      expect(await walk.open(path)).toBe(name === 'not-found' ? 404 : 200);
      await walk.inspect(name);
    },
    60_000,
  );

  it('the sign-in page has none either', async () => {
    await walk.asStranger('/settings/sign-in', () => walk.inspect('sign-in'));
  }, 60_000);
});

describe('a mapping', () => {
  it('is looked at, tried, paused and replayed', async () => {
    await page.goto(service.url + mappingPath);
    await walk.inspect('mapping');
    await page.getByRole('button', { name: 'Show key' }).click();
    await page
      .getByText(/vap_intake_/)
      .first()
      .waitFor();

    await page.getByRole('link', { name: 'Edit mapping' }).click();
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.locator('summary', { hasText: 'Payload' }).click();
    await page
      .getByLabel('What the other system posts')
      .fill('{"firstName": "Grace", "phone": "+1 312 555 0199", "plan": "Pro"}');
    await page.getByText('A contact would be created').waitFor();
    // One sample is looked at, not two.
    await page.getByRole('button', { name: 'Map plan Pro' }).waitFor();
    expect(await page.locator('#sample').innerText()).toContain('As pasted below.');
    await walk.inspect('mapping-preview');

    await page.goto(`${service.url}${mappingPath}/log?outcome=rejected`);
    await walk.inspect('mapping-log');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Open on its own page' }).click();
    await walk.inspect('mapping-log-line');
    await page.getByRole('button', { name: 'Replay request' }).click();
    await page.getByText('The replay was refused').waitFor();

    await page.goto(service.url + mappingPath);
    await page.getByRole('button', { name: /^Pause/ }).click();
    await page.getByText('is refused with 409').first().waitFor();
    await page.getByRole('button', { name: /^Activate/ }).click();
    await page.getByText('is active').waitFor();
  }, 60_000);
});

describe('a form that was refused', () => {
  it('gives the focus to what needs attention, keeps what was typed, and leads to the field', async () => {
    await page.goto(`${service.url}/settings/api-keys/new`);
    await page.getByLabel('Name', { exact: true }).fill('A key');
    await page.getByRole('button', { name: 'Create API key' }).click();

    const summary = page.getByRole('alert');
    await summary.waitFor();
    expect(await summary.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('A key');
    await walk.inspect('api-key-refused');

    await summary.getByRole('link').click();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByText('It is shown this once').waitFor();
    await walk.inspect('api-key-made');
  }, 60_000);
});

describe('without a mouse', () => {
  it('the first stop leads past the navigation', async () => {
    await page.goto(`${service.url}/settings/team`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(`document.activeElement.id`)).toBe('content');
  });

  it('j and k go through the rows, Enter opens one', async () => {
    await page.goto(`${service.url}/settings/team`);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save role' }).waitFor();
    await walk.inspect('team-member');
  }, 60_000);

  it('the colours stay as chosen', async () => {
    await page.goto(`${service.url}/settings`);
    await page.getByRole('button', { name: 'Dark' }).press('Enter');
    await page.waitForLoadState();
    expect(await page.evaluate(`document.documentElement.dataset.theme`)).toBe('dark');
    await page.getByRole('button', { name: 'System' }).press('Enter');
    await page.waitForLoadState();
  });
});

describe('a page that is not there', () => {
  it('keeps the navigation for who is signed in, also when a form was posted to it', async () => {
    const owner = await aVisitor(service, acme.organizationId);
    const missing = await owner.get('/settings/nothing-here');
    expect(missing.status).toBe(404);
    expect(missing.html).toContain('aria-label="Settings"');
    expect(missing.html).toContain('Acme Heating &amp; Cooling');

    const expired = await owner.post('/settings/theme', { _token: 'none', theme: 'dark' });
    expect(expired.status).toBe(403);
    expect(expired.html).toContain('aria-label="Settings"');
    expect(expired.html).toContain('name="back" value="/settings"');
  });

  it('is plain to strangers', async () => {
    const missing = await new Visitor(service.url).get('/settings/nothing-here');
    expect(missing.status).toBe(404);
    expect(missing.html).not.toContain('aria-label="Settings"');
    expect(missing.html).toContain('Go to sign-in');
  });
});

describe('what is shown', () => {
  it('is text, whatever markup is in it', async () => {
    const alerts: string[] = [];
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`${service.url}/settings/api-keys`);
    await page.getByText('Website <script>alert(1)</script>').waitFor();
    expect(alerts).toEqual([]);
  });
});
