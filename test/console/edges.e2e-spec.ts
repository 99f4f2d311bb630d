import type { Locator, Page } from 'playwright-core';
import type { Client } from '../support/client.js';
import { aMapping } from '../support/mappings.js';
import { PageWalk } from '../support/page-walk.js';
import { aCall, aContact, anAgent, insert } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, PASSWORD } from '../support/visitor.js';

/** What people really put into names, at its worst: without a place to break, the other way round, with markup. */
const NAMES = {
  long: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2),
  arabic: 'شركة الاتصالات الصوتية العربية المتحدة للخدمات',
  emoji: '👩‍👩‍👧‍👦 Família Núñez-O’Brien 🇵🇹',
  markup: '</td><img src=x onerror=alert(1)>{{first_name}} &amp; "quoted"',
} as const;

let service: TestService;
let acme: Client;
let walk: PageWalk;
let page: Page;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization(`${NAMES.arabic} ${NAMES.long.slice(0, 60)}`);
  walk = await PageWalk.begin(service, acme.organizationId);
  page = walk.page;
}, 120_000);
afterAll(async () => {
  await walk?.end();
  await service.stop();
});

describe('names of every kind', () => {
  const places: Record<string, string> = {};

  beforeAll(async () => {
    const org = acme.organizationId;
    for (const [kind, name] of Object.entries(NAMES)) {
      const label = name.slice(0, 100);
      const agent = await anAgent(service, org, name.slice(0, 200));
      const contact = await aContact(service, org, {
        first_name: label,
        last_name: label,
        email: `${'very-long-local-part-of-an-address'.slice(0, 30)}.${kind}@subdomain.of.a.long.example.com`,
        company: name.slice(0, 200),
        tags: `{${kind},${JSON.stringify(label)}}`,
        variables: { [label]: name.repeat(4) },
      });
      const started_at = new Date();
      const call = await aCall(service, org, { agent_id: agent, contact_id: contact, started_at });
      await insert(service, 'call_notes', {
        organization_id: org,
        id: call,
        call_id: call,
        source: 'operator',
        body: name.repeat(5),
        author: name.slice(0, 80),
      });
      const mapping = await aMapping(acme, { name: name.slice(0, 200), static_tags: [label] });
      await mapping.post({ phone: 'none', [label]: name });
      const { body: endpoint } = await acme.post('/api/webhook-endpoints', {
        url: `https://hooks.example.com/${kind}/${'path/'.repeat(30)}`,
        description: name.slice(0, 200),
      });
      await acme.post('/api/api-keys', { name: label, scopes: ['calls:read'] });
      Object.assign(places, {
        [`agent-${kind}`]: `/settings/agents/${agent}`,
        [`contact-${kind}`]: `/settings/contacts/${contact}`,
        [`call-${kind}`]: `/settings/calls/${call}`,
        [`mapping-${kind}`]: `/settings/webhook-mappings/${mapping.id}`,
        [`mapping-log-${kind}`]: `/settings/webhook-mappings/${mapping.id}/log`,
        [`endpoint-${kind}`]: `/settings/events/${endpoint.id}`,
      });
    }
    for (const list of ['', '/agents', '/contacts', '/calls', '/webhook-mappings', '/events', '/api-keys'])
      places[`list${list.replace('/', '-')}`] = `/settings${list}`;
  }, 60_000);

  it('stand on their pages and in their lists without breaking either', async () => {
    const alerts: string[] = [];
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    for (const [name, path] of Object.entries(places)) {
      expect({ name, status: await walk.open(path) }).toEqual({ name, status: 200 });
      await walk.inspect(`names-${name}`);
    }
    expect(alerts).toEqual([]);
  }, 300_000);

  it('leave the list of contacts within its frame, on a wide screen and a narrow one', async () => {
    await walk.open('/settings/contacts');
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page
        .getByRole('region', { name: 'Contacts' })
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect({ width, beyond }).toEqual({ width, beyond: 0 });
    }
  }, 60_000);

  it('are whole at the head of an endpoint’s page', async () => {
    await walk.open(places['endpoint-markup'] ?? '');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(NAMES.markup);
  }, 60_000);
});

const drawnOf = (name: Locator) =>
  name.first().evaluate((element) => {
    const style = element.ownerDocument.defaultView?.getComputedStyle(element);
    return { direction: style?.direction, align: style?.textAlign };
  });

describe('a name that is read from the right', () => {
  it.each(['agents', 'contacts', 'webhook-mappings', 'calls'])(
    'is cut at the left in the list of %s, and stands under the others',
    async (list) => {
      const right = await service.anOrganization('Right');
      const org = right.organizationId;
      const agent_id = await anAgent(service, org, NAMES.arabic);
      const contact_id = await aContact(service, org, { first_name: NAMES.arabic, last_name: '' });
      await aCall(service, org, { agent_id, contact_id });
      await aMapping(right, { name: NAMES.arabic });
      await walk.as(await aVisitor(service, org), `/settings/${list}`, async () => {
        const name = walk.page.locator('tbody .two-lines', { hasText: NAMES.arabic });
        expect(await drawnOf(name)).toEqual({ direction: 'rtl', align: 'left' });
      });
    },
    60_000,
  );

  it('is so among the facts of a call, too', async () => {
    const { organizationId: org } = await service.anOrganization('Right');
    const agent_id = await anAgent(service, org, NAMES.arabic);
    const call = await aCall(service, org, { agent_id });
    await walk.as(await aVisitor(service, org), `/settings/calls/${call}`, async () => {
      const name = walk.page.locator('.head-facts').getByRole('link', { name: NAMES.arabic });
      expect(await drawnOf(name)).toEqual({ direction: 'rtl', align: 'left' });
    });
  }, 60_000);
});

describe('many of everything', () => {
  it('is turned over by pages, and an agent is found by its name', async () => {
    const client = await service.anOrganization('Many');
    const org = client.organizationId;
    const many = await aVisitor(service, org);
    await service.db.query(
      `INSERT INTO agents (organization_id, id, name, config, created_at)
       SELECT $1, gen_random_uuid(), 'Agent ' || n, '{}', now() - n * interval '1 minute' FROM generate_series(1, 200) n`,
      [org],
    );
    await aMapping(client);
    await service.db.query(
      `INSERT INTO webhook_mappings (organization_id, id, name, status, intake_key_id, intake_key_sealed)
       SELECT organization_id, gen_random_uuid(), 'Form ' || n, 'inactive', intake_key_id, intake_key_sealed
         FROM webhook_mappings, generate_series(1, 200) n WHERE organization_id = $1`,
      [org],
    );
    await walk.as(many, '/settings/webhook-mappings', async () => {
      await walk.inspect('many-mappings');
      await walk.page.getByRole('link', { name: 'Next' }).click();
      await walk.page.waitForURL('**/webhook-mappings?page=2');
      await walk.open('/settings/agents?page=4');
      await walk.inspect('many-agents');
      expect(await walk.page.locator('tbody tr').count()).toBe(50);
      await walk.open('/settings/calls/new');
      await walk.page.getByText('No number to call from').waitFor();
      await client.post('/api/phone-numbers', { number: '+13125550190' });
      await walk.open('/settings/calls/new');
      await walk.page.getByLabel('Find agents by name').fill('Agent 177');
      await walk.page.getByRole('button', { name: 'Find agents' }).click();
      await walk.page.getByText('One agent with “Agent 177”').waitFor();
      const chosen = walk.page.getByLabel('Agent', { exact: true }).locator('option:checked');
      expect(await chosen.innerText()).toBe('Agent 177');
      await walk.inspect('many-agents-found');
    });
  }, 120_000);
});

describe('what cannot be done', () => {
  it('is said to a viewer who comes to a form', async () => {
    const viewer = await aVisitor(service, acme.organizationId, 'viewer');
    await walk.as(viewer, '/settings/agents/new', async () => {
      await walk.page.getByText('Viewers can look').waitFor();
      await walk.inspect('forbidden');
    });
  }, 60_000);

  it('is said when somebody else was faster', async () => {
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
    await walk.open(`/settings/agents/${agent.id}/edit/general`);
    await acme.patch(`/api/agents/${agent.id}`, { name: 'Eva' });
    await page.getByLabel('Greeting').fill('Hi, what I typed.');
    await page.getByRole('button', { name: 'Save agent' }).click();
    await page.getByText('while you were editing').first().waitFor();
    expect(await page.getByLabel('Greeting').inputValue()).toBe('Hi, what I typed.');
    await walk.inspect('agent-stale');
  }, 60_000);

  it('an ended session leads to signing in, and from there on to the page', async () => {
    const visitor = await aVisitor(service, acme.organizationId);
    const { email } = visitor;
    await service.db.query(
      `UPDATE sessions SET last_seen_at = now() - interval '13 hours' WHERE user_id =
      (SELECT id FROM users WHERE email = $1)`,
      [email],
    );
    await walk.as(visitor, '/settings/team', async () => {
      await walk.page.getByText('Sign in to go on to the page you asked for').waitFor();
      await walk.inspect('session-ended');
      await walk.page.getByLabel('E-mail').fill(email);
      await walk.page.getByLabel('Password').fill(PASSWORD);
      await walk.page.getByRole('button', { name: 'Sign in' }).click();
      await walk.page.waitForURL('**/settings/team');
    });
  }, 60_000);

  it('signing in too often is told to wait', async () => {
    const { url } = await service.replica({ rateLimits: { ...service.settings.rateLimits, signIn: 1 } });
    await walk.asStranger('/settings/sign-in', async () => {
      await walk.page.goto(`${url}/settings/sign-in`);
      for (let tries = 0; tries < 2; tries++) {
        await walk.page.getByLabel('E-mail').fill('nobody@example.com');
        await walk.page.getByLabel('Password').fill('wrong');
        await walk.page.getByRole('button', { name: 'Sign in' }).click();
        if (tries === 0) await walk.inspect('sign-in-wrong');
      }
      await walk.page.getByText('Too many attempts').first().waitFor();
      await walk.inspect('sign-in-throttled');
    });
  }, 60_000);
});
