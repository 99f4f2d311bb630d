import type { Client } from '../support/client.js';
import { aMapping } from '../support/mappings.js';
import { PageWalk } from '../support/page-walk.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, type Visitor } from '../support/visitor.js';

const PAGE = '/settings/audit-log';
const KEYS = '/settings/api-keys';

let service: TestService;
let acme: Client;
let owner: Visitor & { email: string };

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization('Acme');
  owner = await aVisitor(service, acme.organizationId);
  await owner.submit(`${KEYS}/new`, KEYS, { name: 'CRM <b>export</b>', scopes: 'calls:read' });
  const mapping = await aMapping(acme, { name: 'Leads <i>' });
  await owner.submit(
    `/settings/webhook-mappings/${mapping.id}/rotate`,
    `/settings/webhook-mappings/${mapping.id}/rotate`,
  );
  const { body: contact } = await acme.post('/api/contacts', { phone: '+13125550143' });
  await acme.patch(`/api/contacts/${contact.id}`, { do_not_call: true });
});
afterAll(() => service.stop());

/** The rows in plain text, newest first. */
async function rows(query = ''): Promise<string[]> {
  const { status, html } = await owner.get(PAGE + query);
  expect(status).toBe(200);
  const body = /<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? '';
  return body.split('</tr>').map((row) =>
    row
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

describe('the audit log', () => {
  it('names what it tells of, not its id, and to the second', async () => {
    const seen = (await rows()).join('\n');
    expect(seen).toMatch(
      /\d\d:\d\d:\d\d UTC person-\d+@example\.com .*API key created.* CRM &lt;b>export&lt;\/b>/,
    );
    expect(seen).toMatch(/Webhook mapping key rotated .*Leads &lt;i>/);
    expect(seen).toMatch(/Do-not-call number added \+1 312 555 0143/);
    expect(seen).toMatch(/User signed in .*with: invite link/);
    expect(seen).not.toContain('by: ');
  });

  it('tells a key by what it ends in, its rights in words, and shows nobody an id', async () => {
    const { body: key } = await acme.post('/api/api-keys', { name: 'Short', scopes: ['calls:read'] });
    const seen = (await rows()).join('\n');
    expect(seen).toMatch(/First key scopes: everything · key ends in: [\w-]{4}/);
    expect(seen).toMatch(/Webhook mapping key rotated .*Leads &lt;i> key ends in: [\w-]{4}/);
    expect(seen).toContain(`Short scopes: calls:read · key ends in: ${key.key.slice(-4)}`);
    expect(seen).toContain('by API key “First key” Short');
    expect(seen).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('can look for whatever it tells of', async () => {
    const { html } = await owner.get(PAGE);
    const kinds = [...html.matchAll(/<option value="(\w+)"/g)].map(([, kind]) => kind);
    const told = await service.db.query(`SELECT DISTINCT split_part(action, '.', 1) AS kind FROM audit_log`);
    expect(kinds).toEqual(expect.arrayContaining(told.map(({ kind }: { kind: string }) => kind)));
    expect(told.length).toBeGreaterThan(4);
  });

  it('has no link to a mapping that is deleted, nor to all that somebody did who is gone', async () => {
    const mapping = await aMapping(acme, { name: 'Short-lived' });
    const path = `/settings/webhook-mappings/${mapping.id}/delete`;
    await owner.submit(path, path, { confirm: 'Short-lived' });
    await service.db.query(
      `INSERT INTO audit_log (organization_id, id, action, actor_type, actor_id, subject_type, subject_id)
       VALUES ($1, gen_random_uuid(), 'call.end_requested', 'user', gen_random_uuid(), 'call', 'call-of-0123abcd')`,
      [acme.organizationId],
    );
    const { html } = await owner.get(PAGE);
    expect(html).toContain('Somebody who is gone');
    expect((await rows()).join()).toContain('…0123abcd');
    expect(html).not.toMatch(/<a [^>]*>\s*(Short-lived|Somebody who is gone)/);
  });

  it('names what is gone by what the entry keeps', async () => {
    const mapping = await aMapping(acme, { name: 'Old form' });
    const path = `/settings/webhook-mappings/${mapping.id}/delete`;
    await owner.submit(path, path, { confirm: 'Old form' });
    expect((await rows('?kind=webhook_mapping'))[0]).toMatch(/Webhook mapping deleted Old form/);
  });

  it('shows what somebody did, and what was done on some days', async () => {
    const ofKey = await rows(`?who=${encodeURIComponent('First key')}`);
    const ofPerson = await rows(`?who=${encodeURIComponent(owner.email.toUpperCase())}`);
    expect(ofKey.filter(Boolean).every((row) => row.includes('First key'))).toBe(true);
    expect(ofPerson.filter(Boolean).every((row) => row.includes(owner.email))).toBe(true);
    expect(ofPerson.join()).toContain('API key created');
    expect((await rows('?who=the+Command+line')).join()).toContain('The command line');
    const today = new Date().toISOString().slice(0, 10);
    expect((await rows(`?from=${today}&kind=do_not_call`)).filter(Boolean)).toHaveLength(1);
    expect((await rows('?to=2026-01-15')).filter(Boolean)).toEqual([]);
    expect((await owner.get(`${PAGE}?who=nobody%40example.com`)).html).toContain('No entries match');
  });

  it('turns its pages among what keys of one name did about things of one kind, also at one moment', async () => {
    const globex = await service.anOrganization('Globex');
    const visitor = await aVisitor(service, globex.organizationId);
    const twins: string[] = [];
    for (const scope of ['calls:read', 'calls:write'])
      twins.push((await globex.post('/api/api-keys', { name: 'Twin', scopes: [scope] })).body.id);
    await service.db.query(
      `INSERT INTO audit_log (organization_id, id, action, actor_type, actor_id, subject_type, subject_id, created_at)
       SELECT $1, gen_random_uuid(), CASE WHEN n % 3 = 0 THEN 'contact.erased' ELSE 'do_not_call.lifted' END,
              'api_key', ($2::uuid[])[n % 2 + 1], 'phone_number', 'no. ' || n || '.', now() - n / 7 * interval '1 minute'
         FROM generate_series(1, 200) n`,
      [globex.organizationId, twins],
    );
    const seen: string[] = [];
    let next: string | undefined = `${PAGE}?who=Twin&kind=do_not_call`;
    while (next !== undefined) {
      const { html }: { html: string } = await visitor.get(next);
      seen.push(...[...html.matchAll(/<td><bdi[^>]*>no\. (\d+)\.<\/bdi>/g)].map(([, number = '']) => number));
      next = /rel="next" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    const wanted = Array.from({ length: 200 }, (_, index) => index + 1).filter((number) => number % 3 !== 0);
    expect(seen.map(Number).toSorted((one, other) => one - other)).toEqual(wanted);
  });

  it('bars nobody, wide or narrow', async () => {
    const walk = await PageWalk.begin(service, acme.organizationId);
    try {
      await walk.open(PAGE);
      await walk.inspect('audit-log');
      await walk.open(`${PAGE}?who=nobody&from=2026-01-15`);
      await walk.inspect('audit-log-none');
      await walk.page.setViewportSize({ width: 1220, height: 800 });
      const [filter, clear] = ['button', 'a'].map((tag) => walk.page.locator(`form.filters ${tag}`).last());
      expect((await clear?.boundingBox())?.y).toBe((await filter?.boundingBox())?.y);
      await walk.open(KEYS);
      await walk.page.getByRole('link', { name: 'Revoke CRM' }).click();
      await walk.inspect('api-key-revoke');
    } finally {
      await walk.end();
    }
  }, 60_000);
});
