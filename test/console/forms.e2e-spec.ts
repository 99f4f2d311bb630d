import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, Visitor } from '../support/visitor.js';

let service: TestService;
let acme: Client;
let owner: Visitor;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization('Acme');
  owner = await aVisitor(service, acme.organizationId);
});
afterAll(() => service.stop());

describe('a form', () => {
  it('that is sent twice acts once, and is answered alike', async () => {
    const path = '/settings/api-keys';
    const filled = { ...(await owner.hiddenOf(`${path}/new`, path)), name: 'Twice', scopes: 'calls:read' };
    const answers = await Promise.all([owner.post(path, filled), owner.post(path, filled)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.html).toBe(answers[0]?.html);
    const { body } = await acme.get('/api/api-keys');
    expect(body.data.filter(({ name }: { name: string }) => name === 'Twice')).toHaveLength(1);
  });

  it('that is refused changes nothing, keeps what was typed and says what would be right', async () => {
    const path = '/settings/phone-numbers';
    const fields = { number: '312', label: '"><b>mine</b>' };
    const seen = await owner.submit(`${path}/new`, path, fields);
    expect(seen.status).toBe(422);
    expect(seen.html).toContain('must be a phone number in international form'.slice(1));
    expect(seen.html).toContain('&quot;>&lt;b>mine&lt;/b>');
    expect((await acme.get('/api/phone-numbers')).body.data).toEqual([]);
  });

  it('asks for what was left empty', async () => {
    const asked = async (page: string, path: string, fields: Record<string, string>) =>
      /class="problem"[^>]*>([^<]*)/.exec((await owner.submit(page, path, fields)).html)?.[1];
    const [keys, numbers, team] = ['/settings/api-keys', '/settings/phone-numbers', '/settings/team'];
    expect(await asked(`${keys}/new`, keys, { scopes: 'calls:read' })).toBe('Enter a name.');
    expect(await asked(`${keys}/new`, keys, { scopes: 'calls:read', name: 'n'.repeat(101) })).toMatch(
      /^Must be at most \d+ characters long, and has 101\.$/,
    );
    expect(await asked(`${numbers}/new`, numbers, {})).toMatch(/^Enter a phone number/);
    expect(await asked(`${team}/new`, team, { role: 'viewer' })).toBe('Enter an e-mail address.');
    expect(await asked('/settings/organization', '/settings/organization', { default_country: 'US' })).toBe(
      'Enter a name.',
    );
  });

  it('notices that somebody else has saved meanwhile', async () => {
    const { body: number } = await acme.post('/api/phone-numbers', {
      number: '+13125550100',
      label: 'First',
    });
    const path = `/settings/phone-numbers/${number.id}`;
    const { html } = await owner.get('/settings/phone-numbers');
    expect(html).toContain('<small class="narrow-only" dir="auto">First<');
    expect(html).toContain('<td dir="auto" title="First">First<');
    const hidden = await owner.hiddenOf(path, path);
    await acme.patch(`/api/phone-numbers/${number.id}`, { label: 'Theirs' });
    const seen = await owner.post(path, { ...hidden, label: 'Mine' });
    expect(seen.status).toBe(412);
    expect(seen.html).toContain('Somebody else changed this');
    expect(seen.html).toContain('value="Mine"');
    expect((await acme.get(`/api/phone-numbers/${number.id}`)).body.label).toBe('Theirs');
  });
});

describe('the key of a key page', () => {
  it('works, and is on no later page', async () => {
    const path = '/settings/api-keys';
    const made = await owner.submit(`${path}/new`, path, { name: 'Reader', scopes: ['calls:read'] });
    const key = /vap_live_[\w-]+/.exec(made.html)?.[0] ?? '';
    expect((await acme.with({ apiKey: key }).get('/api/calls')).status).toBe(200);
    expect((await owner.get(path)).html).not.toContain(key);
    expect((await owner.get('/settings/audit-log')).html).not.toContain(key);
    const { body } = await acme.get('/api/api-keys');
    const { id } = body.data.find(({ name }: { name: string }) => name === 'Reader');
    // Also on a phone, where its scopes have no column.
    expect((await owner.get(path)).html).toMatch(
      /<small class="narrow-only"><code>…\w{4}<\/code>, calls:read</,
    );
    // Who revokes it sees which one it is, and whom to ask.
    const { html } = await owner.get(`${path}/${id}/revoke`);
    expect(html).toContain(`…${key.slice(-4)}`);
    expect(html).toMatch(/<time[^>]*>[^<]*<\/time> by person-\d+@example\.com/);
  });
});

describe('the page of a new key', () => {
  it.each([
    [['contacts:read', 'intake:write'], '/api/contacts?limit=3'],
    [['mappings:read'], '/api/webhook-mappings'],
  ])('shows a request that a key with %s may make', async (scopes, route) => {
    const path = '/settings/api-keys';
    const { html } = await owner.submit(`${path}/new`, path, { name: 'One', scopes });
    expect(html).toContain(`${route}&quot;`);
    const key = /vap_live_[\w-]+/.exec(html)?.[0] ?? '';
    expect((await acme.with({ apiKey: key }).get(route)).status).toBe(200);
  });

  it('shows none for a key that can read nothing', async () => {
    const path = '/settings/api-keys';
    const { html } = await owner.submit(`${path}/new`, path, { name: 'One', scopes: ['intake:write'] });
    expect(html).toContain('It is shown this once');
    expect(html).not.toContain('curl');
  });
});

describe('the organization', () => {
  it('is changed by a form, and says whose model it uses but never its key', async () => {
    const path = '/settings/organization';
    const general = { name: 'Acme & Sons', default_country: 'de', allowed_countries: ['US', 'DE', ''] };
    const saved = await owner.submit(path, path, { ...general, max_concurrent_calls: '3' });
    expect(saved.location).toBe(path);
    const model = {
      llm_base_url: 'https://models.example/v1',
      llm_model: 'm',
      llm_api_key: 'sk-secret-0123456789',
    };
    expect((await owner.submit(path, `${path}/model`, model)).location).toBe(path);
    const { html } = await owner.get(path);
    expect(html).toContain('value="Acme &amp; Sons"');
    expect(html.match(/name="allowed_countries" value="\w+" checked/g)).toHaveLength(2);
    expect(html).toMatch(/value="DE" checked[^>]*><label[^>]*>Germany \(DE\)<\/label>/);
    expect(html).toContain('<option value="DE" selected>Germany (DE)</option>');
    expect(html).not.toContain('Choose a country');
    expect(html).toContain('ends in 6789');
    expect(html).not.toContain('sk-secret');
  });

  it('takes no key of a language model without its address, which it would never be sent to', async () => {
    const { organizationId } = await service.anOrganization('Globex');
    const visitor = await aVisitor(service, organizationId);
    const path = '/settings/organization';
    const key = { llm_base_url: '', llm_model: 'm', llm_api_key: 'sk-secret-0123456789' };
    const seen = await visitor.submit(path, `${path}/model`, key);
    expect(seen.status).toBe(422);
    expect(seen.html).toContain('id="llm_base_url-problem">Enter the address that this key is for.<');
    expect(seen.html).toMatch(/name="llm_model"[^>]* value="m"|value="m"[^>]* name="llm_model"/);
    expect(seen.html).not.toContain('sk-secret');
    expect((await visitor.get(path)).html).not.toContain('is kept');
  });

  it('keeps a country that is none through a save of something else, and asks for one where none is left', async () => {
    const { organizationId } = await service.anOrganization('Globex');
    const visitor = await aVisitor(service, organizationId);
    const allowed = ['US', 'ZZ'];
    await service.db.query(`UPDATE organizations SET allowed_countries = $1 WHERE id = $2`, [
      allowed,
      organizationId,
    ]);
    const path = '/settings/organization';
    const general = { name: 'Globex 2', default_country: 'US', max_concurrent_calls: '3' };
    const saved = await visitor.submit(path, path, { ...general, allowed_countries: ['US', 'ZZ', ''] });
    expect(saved.location).toBe(path);
    const [row] = await service.db.query(`SELECT name, allowed_countries FROM organizations WHERE id = $1`, [
      organizationId,
    ]);
    expect(row).toEqual({ name: 'Globex 2', allowed_countries: allowed });
    const none = await visitor.submit(path, path, { ...general, allowed_countries: '' });
    expect(none.html).toContain('id="allowed_countries-problem">Choose at least one country.<');
    expect(none.html).toContain('<select id="allowed_countries"');
  });

  it('refuses a country that is none beside its field', async () => {
    const path = '/settings/organization';
    const seen = await owner.submit(path, path, {
      name: 'A',
      default_country: 'ZZ',
      allowed_countries: 'US',
    });
    expect(seen.status).toBe(422);
    expect(seen.html).toContain('id="default_country-problem"');
    // What was chosen is none of the list: nothing stands there as if it had been.
    expect(seen.html).toContain('<option value selected>Choose a country</option>');
    const empty = await owner.submit(path, path, { name: 'A', default_country: '', allowed_countries: 'US' });
    expect(empty.html).toContain('id="default_country-problem">Choose a country.<');
  });
});
