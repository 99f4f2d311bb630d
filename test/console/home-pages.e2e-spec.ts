import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import { startSimulator, type Simulator } from '../../src/simulator/simulator.server.js';
import type { Settings } from '../../src/settings.js';
import { SIMULATED_NUMBER } from '../../src/telephony/simulated-number.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { aMapping } from '../support/mappings.js';
import { PageWalk } from '../support/page-walk.js';
import { aCall, aContact, anAgent, insert } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, Visitor } from '../support/visitor.js';

const ACCOUNT = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'test-token' };
const KEY = 'model-key';

let simulator: Simulator;
let model: ScriptedModel;
let service: TestService;

beforeAll(async () => {
  simulator = await startSimulator({ ...ACCOUNT, numbers: [SIMULATED_NUMBER], pace: 0.01 });
  model = await startScriptedModel({ apiKey: KEY, knobs: { firstTokenMs: 0, tokensPerSecond: 0 } });
  service = await startService({
    carrier: { ...ACCOUNT, name: 'simulator', previousAuthToken: null, apiKey: null, baseUrl: simulator.url },
    llm: { baseUrl: model.baseUrl, model: 'scripted', apiKey: KEY },
  });
});
afterAll(async () => {
  await simulator.stop();
  await service.stop();
  await model.stop();
});

/** The page's text without its markup. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<script[^>]*>|<title>[^<]*<\/title>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const home = async (visitor: Visitor, query = ''): Promise<string> =>
  textOf((await visitor.get(`/settings${query}`)).html);

/** Ticked steps, by their titles. */
async function done(visitor: Visitor): Promise<string[]> {
  const { html } = await visitor.get('/settings');
  return [...html.matchAll(/<h3>([^<]*)<span class="unseen">, done<\/span>/g)].map(([, title = '']) => title);
}

/** Sends the lead that a mapping's test page has filled in, and gives the address of the contact that it became. */
async function sendSampleLead(visitor: Visitor, path: string): Promise<string> {
  const { html } = await visitor.get(path);
  const [, written = ''] = /<textarea[^>]*name="payload"[^>]*>(.*?)<\/textarea>/s.exec(html) ?? [];
  const payload = written.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  const sent = await visitor.submit(path, path, { payload });
  return /href="(\/settings\/contacts\/[^"]+)">\s*Open contact/.exec(sent.html)?.[1] ?? '';
}

/** Calls of the last days: 6 a day succeed, 2 do not, 1 is busy, 1 fails; the answers take 800 ms. */
async function fillDays(org: string, days: number): Promise<void> {
  const agent = await anAgent(service, org);
  await service.db.query(
    `INSERT INTO calls (organization_id, id, agent_id, agent_version, call_type, status, platform_number, call_success,
                        started_at, answered_at, ended_at, ended_reason, call_duration, carrier)
     SELECT $1, gen_random_uuid(), $2, 1, 'outbound',
            CASE WHEN n < 8 THEN 'completed' WHEN n = 8 THEN 'busy' ELSE 'failed' END, '+13125550199', n < 6,
            at, CASE WHEN n < 8 THEN at END, at, CASE WHEN n < 9 THEN 'customer-ended-call' ELSE 'connection-lost' END, 60,
            'simulator'
       FROM generate_series(0, 9) n, generate_series(0, $3 - 1) day, LATERAL (
         SELECT date_trunc('day', now(), 'UTC') - day * interval '1 day' AS at) instant`,
    [org, agent, days],
  );
  await service.db.query(
    `INSERT INTO call_details (organization_id, call_id, latency_metrics)
     SELECT organization_id, id, '{"turns": [{"e2e": 780}, {"e2e": 800}, {"e2e": 2400}]}' FROM calls
      WHERE organization_id = $1 AND status = 'completed' AND extract(day FROM started_at)::int % 7 <> 3
     ON CONFLICT DO NOTHING`,
    [org],
  );
}

describe('the first steps', () => {
  let acme: Client;
  let owner: Visitor;

  /** The same person, at a replica with other settings. */
  async function elsewhere(overrides: Partial<Settings>): Promise<Visitor> {
    const { url } = await service.replica(overrides);
    const there = new Visitor(url);
    for (const [name, value] of owner.cookies) there.cookies.set(name, value);
    return there;
  }

  beforeAll(async () => {
    acme = await service.anOrganization('Acme');
    owner = await aVisitor(service, acme.organizationId);
  });

  it('tick themselves as things come to be, and lead to where the next are done', async () => {
    expect(await done(owner)).toEqual([]);
    expect((await owner.get('/settings')).html).toContain('href="/settings/agents/new"');

    const started = await owner.submit('/settings', '/settings/first-steps/demo-call');
    expect(started.status).toBe(303);
    const id = /^\/settings\/calls\/(.+)$/.exec(started.location ?? '')?.[1];
    const call = await eventually(async () => {
      const { body } = await acme.get(`/api/calls/${id}`);
      return body['status'] === 'completed' && body;
    }, 30);
    expect(call).toMatchObject({ agent_name: 'Ava (demo)', call_type: 'outbound' });
    // The key that came with the organization has been used by now.
    expect(await done(owner)).toEqual(['See a call', 'Add an API key']);

    await acme.post('/api/agents', { name: 'Mine' });
    expect(await done(owner)).toEqual(['See a call', 'Make an agent', 'Add an API key']);

    const prepared = await owner.submit('/settings', '/settings/first-steps/sample-lead');
    expect(prepared.location).toMatch(/^\/settings\/webhook-mappings\/[^/]+\/test$/);
    expect((await owner.get('/settings')).html).toContain(`href="${prepared.location}"`);
    const contact = await sendSampleLead(owner, prepared.location ?? '');
    expect((await owner.get(contact)).html).toContain('Ada Lovelace');
    expect(await done(owner)).toEqual([
      'See a call',
      'Make an agent',
      'Send a sample lead',
      'Add an API key',
    ]);
  }, 60_000);

  it('lead to where the carrier is connected: to the own account, else to the installation', async () => {
    const own = await elsewhere({ ownAccounts: { name: 'twilio', baseUrl: simulator.url } });
    expect(await home(own)).toContain('Until then calls are simulated. Save your Twilio account');
    expect((await own.get('/settings')).html).toContain('href="/settings/organization#carrier"');
    expect((await own.get('/settings/installation')).html).toContain('/settings/organization#carrier');

    const simulated = await elsewhere({ ownAccounts: null });
    expect((await simulated.get('/settings')).html).toContain('href="/settings/installation#carrier"');
    const told = (await simulated.get('/settings/installation')).html;
    expect(told).toContain('Calls are simulated until the service is started with an account at Twilio.');
    expect(told).not.toContain('/settings/organization#carrier');

    const { body } = await acme.patch('/api/organization', {
      twilio_account_sid: `AC${'1'.repeat(32)}`,
      twilio_auth_token: 'own-token',
    });
    expect(body).toMatchObject({ twilio_account_sid: `AC${'1'.repeat(32)}` });
    expect((await own.get('/settings')).html).toContain('href="/settings/carrier-numbers"');
    await acme.patch('/api/organization', { twilio_account_sid: null });
  });

  it('ask for no account that is saved, nor promise real calls, where accounts are at a simulator too', async () => {
    const globex = await service.anOrganization('Globex');
    const visitor = await aVisitor(service, globex.organizationId);
    expect(await home(visitor)).toContain(
      'This installation only simulates calls, even from your own carrier account.',
    );
    await globex.patch('/api/organization', {
      twilio_account_sid: `AC${'2'.repeat(32)}`,
      twilio_auth_token: 'own-token',
    });
    const { html } = await visitor.get('/settings');
    expect(html).toContain('Your account is saved, and its calls are simulated here.');
    expect(html).toContain('href="/settings/carrier-numbers"');
    expect(html).toContain('action="/settings/first-steps/demo-call"');
    expect(await done(visitor)).not.toContain('Connect a carrier');
    await globex.post('/api/phone-numbers', { number: '+13125550190' });
    expect(await done(visitor)).toContain('Connect a carrier');
  });

  it('begin with a key’s form filled in', async () => {
    const { html } = await owner.get('/settings/api-keys/new?name=My+first+program&scope=calls:read');
    expect(html).toContain('value="My first program"');
    expect(html).toMatch(/value="calls:read"[^>]*checked/);
    expect(html).not.toMatch(/value="calls:write"[^>]*checked/);
  });

  it('make one demo agent and one number, however many demo calls are started', async () => {
    await owner.submit('/settings', '/settings/first-steps/demo-call').catch(() => undefined);
    const { body: agents } = await acme.get('/api/agents');
    expect(agents.data.filter(({ name }: { name: string }) => name === 'Ava (demo)')).toHaveLength(1);
    expect((await acme.get('/api/phone-numbers')).body.data).toHaveLength(1);
  });

  it('are for those who may change things, until one of them puts them away', async () => {
    const { organizationId } = await service.anOrganization();
    const viewer = await aVisitor(service, organizationId, 'viewer');
    const admin = await aVisitor(service, organizationId, 'admin');
    expect(await home(viewer)).not.toContain('First steps');
    expect(await home(viewer)).toContain('No calls yet');
    expect(await home(admin)).toContain('0 of 5 done');
    const put = await admin.submit('/settings', '/settings/first-steps/dismiss');
    expect(put.location).toBe('/settings');
    expect(await home(admin)).not.toContain('0 of 5 done');
    expect(await home(admin)).toContain('No calls yet');
    expect(await home(viewer)).not.toContain('Show first steps');
    await admin.submit('/settings', '/settings/first-steps/restore');
    expect(await home(admin)).toContain('0 of 5 done');
  });

  it('say so when no call can be made, and leave nothing behind', async () => {
    const { organizationId } = await service.anOrganization();
    const visitor = await aVisitor(service, organizationId);
    await service.db.query(`UPDATE organizations SET max_concurrent_calls = 0 WHERE id = $1`, [
      organizationId,
    ]);
    expect((await visitor.submit('/settings', '/settings/first-steps/demo-call')).location).toBe('/settings');
    expect(await home(visitor)).toContain('No call was made: Concurrent call limit reached.');
    const agents = await service.db.query(`SELECT 1 FROM agents WHERE organization_id = $1`, [
      organizationId,
    ]);
    expect(agents).toEqual([]);
  });
});

describe('with a real carrier', () => {
  it('nobody is called who was not chosen', async () => {
    const { url } = await service.replica({ carrier: { ...service.settings.carrier, name: 'twilio' } });
    const { organizationId } = await service.anOrganization();
    const visitor = await aVisitor({ ...service, url }, organizationId);
    const html = (await visitor.get('/settings')).html;
    expect(html).not.toContain('/settings/first-steps/demo-call');
    expect(html).toContain('href="/settings/phone-numbers/new"');
    const { _token } = await visitor.hiddenOf('/settings', '/settings/first-steps/dismiss');
    const answer = await visitor.post('/settings/first-steps/demo-call', { _token: _token ?? '' });
    expect(answer.location).toBe('/settings');
    expect(
      await service.db.query(`SELECT 1 FROM calls WHERE organization_id = $1`, [organizationId]),
    ).toEqual([]);
  });
});

describe('home', () => {
  let busy: Client;
  let owner: Visitor;

  beforeAll(async () => {
    busy = await service.anOrganization('Busy & <b>Bold</b>');
    owner = await aVisitor(service, busy.organizationId);
    await fillDays(busy.organizationId, 20);
  });

  it('tells how the calls of the chosen days went, and how that compares', async () => {
    await owner.get('/settings');
    const week = await home(owner);
    expect(week).toContain('Calls 70 ');
    expect(week).toMatch(/Answer rate 80% The same as in the 7 days before/);
    expect(week).toMatch(/Success rate 75%/);
    expect(week).toMatch(/Median response 8\d\d ms/);
    const month = await home(owner, '?days=30');
    expect(month).toContain('Calls 200 ');
    expect(month).toContain('Nothing to compare with yet');
    expect(await home(owner, '?days=<script>')).toBe(week);
  });

  it('draws the days and has them as a table that leads to their calls', async () => {
    const { html } = await owner.get('/settings?days=30');
    expect(html).toContain('Calls by outcome: 200 calls on 30 days');
    const today = new Date().toISOString().slice(0, 10);
    expect(html).toContain(`href="/settings/calls?from=${today}&amp;to=${today}"`);
    const [, drawn = ''] = /<path class="series succeeded" d="([^"]*)"/.exec(html) ?? [];
    expect(drawn.split('z')).toHaveLength(20 + 1);
    expect(html).not.toMatch(/ style=/);
  });

  it('shows what needs a person: failed calls, refused requests, endpoints that get nothing any more', async () => {
    const mapping = await aMapping(busy, { name: 'Leads <script>alert(1)</script>' });
    await mapping.post({ firstName: 'Nobody', phone: 'none' });
    const { body: endpoint } = await busy.post('/api/webhook-endpoints', {
      url: 'https://crm.example.com/hook',
    });
    await service.db.query(
      `UPDATE webhook_endpoints SET status = 'disabled', status_reason = 'failing' WHERE id = $1`,
      [endpoint.id],
    );
    await aCall(service, busy.organizationId, {
      status: 'failed',
      ended_reason: 'provider-rejected',
      started_at: new Date(),
    });
    const { html } = await owner.get('/settings');
    expect(html).toContain('1 call failed: provider rejected');
    expect(html.match(/crm\.example\.com/g)).toHaveLength(1);
    expect(html).toContain('Leads &lt;script>alert(1)&lt;/script> refused 1 request');
    expect(html).toContain('See why, fix the field mappings, and replay it.');
    expect(html).toContain(`/settings/webhook-mappings/${mapping.id}/log?outcome=rejected`);
  });

  it('needs nobody any more for refused requests that a replay had accepted', async () => {
    const client = await service.anOrganization();
    const visitor = await aVisitor(service, client.organizationId);
    const mapping = await aMapping(client, { name: 'Leads' });
    await mapping.post({ tel: '(312) 555-0142' });
    await aCall(service, client.organizationId, { started_at: new Date() });
    expect(await home(visitor)).toContain('Leads refused 1 request');
    await client.patch(mapping.path, { field_mappings: [{ source: 'tel', target: 'phone' }] });
    const path = `/settings/webhook-mappings/${mapping.id}`;
    await visitor.submit(`${path}/log`, `${path}/replays`, { what: 'all' });
    await eventually(async () => (await home(visitor)).includes('Nothing failed in the last 24 hours.'));
  });

  it('names the live calls', async () => {
    const org = busy.organizationId;
    expect(await home(owner)).toContain('No live calls');
    const contact = await aContact(service, org, { first_name: 'Ada <i>', last_name: 'Lovelace' });
    const live = { ended_at: null, ended_reason: null, call_duration: null, started_at: new Date() };
    const id = await aCall(service, org, { ...live, status: 'in-progress', contact_id: contact });
    for (let n = 0; n < 5; n++)
      await aCall(service, org, { ...live, status: 'ringing', started_at: new Date(n) });
    const { html } = await owner.get('/settings');
    expect(html).toContain('6 live calls');
    expect(html).toContain(`<a href="/settings/calls/${id}">Ada &lt;i> Lovelace</a>`);
    expect(html).toContain('<a href="/settings/calls?status=live">All live calls</a>');
  });

  it('counts nothing of another organization', async () => {
    const { organizationId } = await service.anOrganization();
    const other = await aVisitor(service, organizationId);
    await aCall(service, organizationId, { started_at: new Date() });
    const text = await home(other);
    expect(text).toContain('Calls 1 ');
    expect(text).toContain('No live calls');
    expect(text).toContain('Nothing failed in the last 24 hours.');
  });
});

describe('in a browser', () => {
  let walk: PageWalk;

  afterAll(() => walk.end());

  it('home has no barriers: empty, begun, full; over a week and a quarter', async () => {
    const acme = await service.anOrganization('Walk & Co');
    const org = acme.organizationId;
    walk = await PageWalk.begin(service, org);
    await walk.inspect('home-first-run');

    await walk.page.getByRole('button', { name: 'Start demo call' }).click();
    await walk.page.waitForURL('**/settings/calls/*');
    await walk.open('/settings');
    await walk.inspect('home-first-call');

    const mapping = await aMapping(acme, { name: 'Typeform <b>leads</b>' });
    await mapping.post({ firstName: 'Ada', phone: '(312) 555-0142' });
    await mapping.post({ firstName: 'Nobody', phone: 'none' });
    await aMapping(acme, { name: 'HubSpot', status: 'inactive' });
    await fillDays(org, 80);
    await insert(service, 'webhook_endpoints', {
      organization_id: org,
      id: '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e',
      url: 'https://crm.example.com/hooks/voice',
      secret_sealed: 'sealed',
      status: 'disabled',
      status_reason: 'gone',
    });
    await walk.open('/settings');
    await walk.page.getByRole('button', { name: 'Dismiss first steps' }).click();
    await walk.page.getByText('First steps dismissed for everybody.').waitFor();
    await walk.inspect('home-week');
    await walk.page.getByRole('link', { name: '90 days' }).click();
    await walk.page.waitForURL('**/settings?days=90');
    await walk.page.getByText('Show as table').first().click();
    await walk.inspect('home-quarter');
    await walk.open('/settings/installation');
    await walk.inspect('installation');
  }, 120_000);
});
