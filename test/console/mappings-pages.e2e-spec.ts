import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { aMapping, existingMapping, type Mapping } from '../support/mappings.js';
import { pasted } from '../support/pasted.js';
import { PageWalk } from '../support/page-walk.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, type Visitor } from '../support/visitor.js';

const PATH = '/settings/webhook-mappings';

let service: TestService;
let acme: Client;
let owner: Visitor;
let walk: PageWalk;
let page: Page;
let leads: Mapping;
let curl: string;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization('Acme Heating & Cooling');
  owner = await aVisitor(service, acme.organizationId);
  walk = await PageWalk.begin(service, acme.organizationId);
  page = walk.page;
}, 120_000);
afterAll(async () => {
  await walk?.end();
  await service.stop();
});

const fixture = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, '../../../test/fixtures/payloads', name), 'utf8');

const typeformOf = async (name: string): Promise<string> =>
  (await fixture('typeform.json')).replace('Grace Brewster Hopper', name);

const rowsOf = (html: string): string[][] =>
  [
    ...html.matchAll(
      /<input[^>]*name="source"[^>]*value="([^"]*)"[^>]*>.*?name="target"[^>]*value="([^"]*)"/gs,
    ),
  ]
    .map(([, source = '', target = '']) => [source, target])
    .filter(([source]) => source !== '');

describe('without a script', () => {
  it('a pasted sample is previewed and mapped before the mapping exists', async () => {
    const sample = JSON.stringify({ 'First name': 'ADA', tel: '(312) 555-0142', plan: '<b>Pro</b>' });
    const action = `${PATH}/new/draft`;
    const seen = await owner.submit(`${PATH}/new`, PATH, {});
    expect(seen.status).toBe(422);
    const { _token } = await owner.hiddenOf(`${PATH}/new`, PATH);
    const blank = { _token: _token ?? '', name: 'Website', sample };
    const used = await owner.post(action, { ...blank, do: 'use-all' });
    expect(used.status).toBe(200);
    expect(rowsOf(used.html)).toEqual([
      ['tel', 'phone'],
      ['First name', 'firstName'],
    ]);
    expect(used.html).toContain('A contact would be created');
    expect(used.html).toContain('&lt;b>Pro&lt;/b>');
    const clicked = await owner.post(action, { ...blank, do: 'map:plan' });
    expect(rowsOf(clicked.html)).toEqual([['plan', 'variables.plan']]);
    const chosen = await owner.post(action, { ...blank, do: 'map:plan', into: 'company' });
    expect(rowsOf(chosen.html)).toEqual([['plan', 'company']]);
  });

  it('tags stand one a line, so that a save of something else leaves commas in them alone', async () => {
    const tags = ['Berlin, Germany', 'web'];
    const mapping = await aMapping(acme, { name: 'Leads', static_tags: tags });
    const path = `${PATH}/${mapping.id}`;
    const { html } = await owner.get(`${path}/edit`);
    expect(html).toContain('>\nBerlin, Germany\nweb</textarea>');
    const hidden = await owner.hiddenOf(`${path}/edit`, path);
    const saved = { ...hidden, name: 'Renamed', active: 'on', static_tags: tags.join('\r\n') };
    await owner.post(path, { ...saved, source: 'phone', target: 'phone', transform: '' });
    const { body } = await acme.get(`/api/webhook-mappings/${mapping.id}`);
    expect(body).toMatchObject({ name: 'Renamed', static_tags: tags });
  });

  it('what is pasted is looked at in place of what was received, and says so', async () => {
    const mapping = await aMapping(acme);
    const path = `${PATH}/${mapping.id}`;
    await mapping.post({ phone: '+13125550142' });
    const hidden = await owner.hiddenOf(`${path}/edit`, path);
    expect(hidden['sample_at']).toMatch(/^\d{4}-/);
    const sample = '{"mobile":"+13125550199"}';
    const { html } = await owner.post(`${path}/edit/draft`, { ...hidden, sample, do: 'paste' });
    expect(html).toContain('As pasted below.');
    expect(html).toContain('value="map:mobile"');
    expect(html).not.toContain('name="sample_at"');
  });

  it('the next request is waited for, whether the mapping takes it or not', async () => {
    const mapping = await aMapping(acme, { status: 'inactive', field_mappings: [] });
    const path = `${PATH}/${mapping.id}`;
    const waiting = await owner.get(`${path}/edit`);
    expect(waiting.html).toContain('Waiting for a request');
    expect(waiting.html).toContain(`x-map-id: ${mapping.id}`);
    expect((await owner.get(`${path}/sample?after=none`)).status).toBe(204);
    const hidden = await owner.hiddenOf(`${path}/edit`, path);
    const again = await owner.post(`${path}/edit/draft`, { ...hidden, do: 'take' });
    expect(again.html).toContain('Waiting for a request');

    expect((await mapping.post({ lead: { mobile: '3125550142' } })).status).toBe(409);
    expect((await owner.get(`${path}/sample?after=none`)).status).toBe(200);
    const taken = await owner.post(`${path}/edit/draft`, { ...hidden, do: 'take' });
    expect(taken.html).toContain('value="map:lead.mobile"');
    expect(taken.html).not.toContain('Waiting for a request');
    const next = await owner.post(`${path}/edit/draft`, { ...hidden, do: 'listen' });
    expect(next.html).toContain('Waiting for a request');
    const after = /name="after" value="([^"]+)"/.exec(next.html)?.[1];
    expect((await owner.get(`${path}/sample?after=${after}`)).status).toBe(204);
  });

  it('each row says what it finds in the sample', async () => {
    const mapping = await aMapping(acme);
    const path = `${PATH}/${mapping.id}`;
    const hidden = await owner.hiddenOf(`${path}/edit`, path);
    const { html } = await owner.post(`${path}/edit/draft`, {
      ...hidden,
      do: 'look',
      sample: '{"phone":"(312) 555-0142","agree":true,"firstName":""}',
      source: ['phone', 'tel', 'agree', 'firstName', 'phone'],
      target: ['phone', 'phone', 'company', 'firstName', 'nothing'],
      transform: ['', '', '', '', ''],
    });
    for (const words of [
      '“(312) 555-0142” becomes “+13125550142”',
      'Not in this payload',
      'true is true or false, not text',
      'Empty in this payload',
      'nothing is no contact field',
    ])
      expect(html).toContain(words);
  });

  it('only what refuses the request is marked as wrong where something is missing', async () => {
    const mapping = await aMapping(acme);
    const path = `${PATH}/${mapping.id}`;
    const hidden = await owner.hiddenOf(`${path}/edit`, path);
    const marksOf = async (sample: string): Promise<(string | undefined)[]> => {
      const rows = { source: ['tel', 'mobile', 'mail'], target: ['phone', 'phone', 'email'] };
      const { html } = await owner.post(`${path}/edit/draft`, { ...hidden, ...rows, do: 'look', sample });
      return [...html.matchAll(/class="found (\w+)"/g)].map(([, tone]) => tone);
    };
    expect(await marksOf('{"name":"Ada"}')).toEqual(['bad', 'bad', 'waiting']);
    expect(await marksOf('{"mobile":"(312) 555-0142"}')).toEqual(['waiting', 'good', 'waiting']);
  });

  it('a mapping without a name is asked for one', async () => {
    const { status, html } = await owner.submit(`${PATH}/new`, PATH, { source: 'tel', target: 'phone' });
    expect(status).toBe(422);
    expect(html).toContain('Enter a name.');
  });

  it('an active mapping without a source for phone is explained, keeps what was typed, and can be saved paused', async () => {
    const fields = { name: 'Later', active: 'on', source: ['', 'mail'], target: ['phone', 'email'] };
    const refused = await owner.submit(`${PATH}/new`, PATH, fields);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Contacts are told apart, and called, by their phone number');
    expect(rowsOf(refused.html)).toEqual([['mail', 'email']]);
    const saved = await owner.submit(`${PATH}/new`, PATH, { ...fields, paused: 'on' });
    const { body } = await acme.get(`/api/webhook-mappings/${saved.location?.split('/').at(-1)}`);
    expect(body).toMatchObject({ name: 'Later', status: 'inactive' });
  });
});

describe('in a browser', () => {
  it('a mapping is made by listening, clicking and looking', async () => {
    await walk.open(`${PATH}/new`);
    await page.getByLabel('Name', { exact: true }).fill('Typeform <i>leads</i>');
    await walk.inspect('mapping-new-filled');
    await page.getByRole('button', { name: 'Create paused and listen' }).click();
    await page.getByText('Waiting for a request').waitFor();
    await walk.inspect('mapping-listening');

    const id = new URL(page.url()).pathname.split('/')[3] ?? '';
    const { body } = await acme.post(`/api/webhook-mappings/${id}/rotate-key`);
    const mapping = existingMapping(acme, body);
    const refused = await mapping.post(await fixture('typeform.json'));
    expect(refused.status).toBe(409);

    await page.getByRole('button', { name: 'Use all suggestions' }).click();
    await page.getByText('A contact would be created').waitFor();
    await page.getByLabel('Source of row 6').focus();
    await page
      .getByRole('button', { name: /^Map move_in|^Map date 2026/ })
      .first()
      .click();
    await eventually(async () => (await page.getByLabel('Source of row 6').inputValue()) !== '');
    await page.getByLabel('Contact field of row 6').fill('variables.move_in');
    await page.getByLabel('Source of row 1', { exact: true }).fill('nowhere');
    await page.getByText('Not in this payload').waitFor();
    await walk.inspect('mapping-refusing');
    await page
      .getByLabel('Source of row 1', { exact: true })
      .fill('form_response.answers[field.ref=phone].phone_number');
    await page.getByText('A contact would be created').waitFor();
    await walk.inspect('mapping-mapped');
    await page.getByRole('button', { name: 'Save mapping' }).click();
    await page.getByText('was saved').waitFor();
    leads = mapping;
  }, 120_000);

  it('once active it takes what the printed curl posts, and the contact is a click away', async () => {
    await walk.open(`${PATH}/${leads.id}`);
    await page.getByRole('button', { name: /^Activate/ }).click();
    await page.getByText('is active').waitFor();
    await page.getByRole('button', { name: 'Show key' }).click();
    await page
      .getByText(/vap_intake_/)
      .first()
      .waitFor();
    curl = await page.locator('pre code').first().innerText();
    await walk.inspect('mapping-page');
    const { contactId } = JSON.parse(await pasted(curl)) as { contactId: string };

    await page.getByRole('link', { name: 'Show log' }).click();
    const link = page.getByRole('link', { name: 'Ada Lovelace' });
    expect(await link.getAttribute('href')).toBe(`/settings/contacts/${contactId}`);
    expect((await acme.get(`/api/contacts/${contactId}`)).body).toMatchObject({
      first_name: 'Ada',
      phone: '+13125550142',
    });
  }, 60_000);

  it('paused it refuses, which its log shows in place; active again, one and all are replayed', async () => {
    await walk.open(`${PATH}/${leads.id}`);
    await page.getByRole('button', { name: /^Pause/ }).click();
    await page.getByText('is refused with 409').first().waitFor();
    expect(JSON.parse(await pasted(curl))).toMatchObject({ status: 409, error: 'Mapping is inactive' });
    for (const name of ['Grace', 'Alan']) await leads.post(await typeformOf(name));

    await page.getByRole('link', { name: 'Show log' }).click();
    await page.getByText('Mapping is paused').filter({ visible: true }).first().waitFor();
    await page.locator('tbody tr', { hasText: '409' }).first().getByRole('link').click();
    await page.getByText('What the field mappings find in it now').waitFor();
    await page.getByRole('button', { name: 'Copy request ID' }).waitFor();
    await walk.inspect('mapping-log-open');
    // Nothing is offered that would be refused.
    expect(await page.getByRole('button', { name: /^Replay/ }).count()).toBe(0);
    expect(await page.locator('tbody').getByRole('checkbox').count()).toBe(0);
    const log = `${PATH}/${leads.id}/log`;
    const tried = await owner.submit(log, `${PATH}/${leads.id}/replays`, { what: 'all' });
    expect((await owner.get(tried.location ?? '')).html).toContain('Nothing was replayed. Mapping is paused');
    await page.getByRole('button', { name: 'Activate mapping' }).click();
    await page.getByText('is active').waitFor();
    expect(new URL(page.url()).pathname).toBe(`${PATH}/${leads.id}/log`);

    await walk.open(`${PATH}/${leads.id}/log?outcome=rejected`);
    await page.getByRole('button', { name: 'Select all' }).click();
    expect(await page.locator('tbody').getByRole('checkbox', { checked: false }).count()).toBe(0);
    await page.getByRole('button', { name: 'Select none' }).click();
    await page.locator('tbody').getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Replay selected' }).click();
    await page.getByText('All were accepted').waitFor();
    await walk.open(`${PATH}/${leads.id}/log?outcome=rejected`);
    await page.getByText('Accepted since').first().waitFor();
    await page.getByRole('button', { name: 'Replay all refused (3)' }).click();
    await page.getByText('All were accepted').waitFor();
    await walk.inspect('mapping-replayed');
    await walk.open(`${PATH}/${leads.id}/log`);
    await walk.inspect('mapping-log-mended');
    expect(await page.getByRole('button', { name: /^Replay/ }).count()).toBe(0);
  }, 120_000);

  it('its address is tried for real, and it is deleted only by its name', async () => {
    await walk.open(`${PATH}/${leads.id}`);
    await page.getByRole('link', { name: 'Test mapping' }).click();
    await page.getByText(/^The last request, received .*\. Posted as JSON to/).waitFor();
    await walk.inspect('mapping-test');
    await page.getByRole('button', { name: 'Post payload' }).click();
    await page.getByText(/^Contact \w+ · 20[01] after/).waitFor();
    await walk.inspect('mapping-tested');
    await page.getByRole('link', { name: 'Show request' }).click();
    await page.waitForURL(/\/log\/[0-9a-f-]{36}$/);

    await walk.open(`${PATH}/${leads.id}`);
    await page.getByRole('link', { name: 'Delete mapping' }).click();
    await page.getByRole('button', { name: 'Delete mapping' }).click();
    await page.getByRole('alert').waitFor();
    await walk.inspect('mapping-delete');
    await page.getByLabel(/^Type/).fill('Typeform <i>leads</i>');
    await page.getByRole('button', { name: 'Delete mapping' }).click();
    await page.getByText('was deleted').waitFor();
    expect(await walk.open(`${PATH}/${leads.id}`)).toBe(404);
    await eventually(async () => (JSON.parse(await pasted(curl)) as { status: number }).status === 401);
  }, 120_000);
});

describe('the list', () => {
  it('is filtered by name and status, and leads to what was refused', async () => {
    const globex = await service.anOrganization('Globex');
    const visitor = await aVisitor(service, globex.organizationId);
    const form = await aMapping(globex, { name: 'Contact 100% <b>form</b>' });
    const other = await aMapping(globex, { name: 'HubSpot', status: 'inactive' });
    await form.post({ phone: 'none' });
    const found = async (query: string): Promise<string[]> => {
      const { html } = await visitor.get(`${PATH}?${query}`);
      return [form, other].filter(({ id }) => html.includes(`href="${PATH}/${id}"`)).map(({ id }) => id);
    };
    expect(await found('')).toEqual([form.id, other.id]);
    expect(await found('q=100%25+%3Cb%3E')).toEqual([form.id]);
    expect(await found('q=hub')).toEqual([other.id]);
    expect(await found('status=inactive')).toEqual([other.id]);
    expect(await found('q=hub&status=active')).toEqual([]);
    expect((await visitor.get(`${PATH}?q=nobody`)).html).toContain('No mappings match');

    const refused = `${PATH}/${form.id}/log?outcome=rejected&amp;since=24h`;
    expect((await visitor.get(PATH)).html).toContain(refused);
    await form.post({ phone: '+13125550113' });
    expect((await visitor.get(PATH)).html).toContain(', 1 accepted');
    const { html } = await visitor.get(`${PATH}/${form.id}`);
    expect(html).toContain(refused);
    expect(html).toContain('1 accepted, ');
  });
});

describe('the log', () => {
  it('is filtered by outcome and time, goes on by pages, and opens a line without a script', async () => {
    const mapping = await aMapping(acme);
    const path = `${PATH}/${mapping.id}/log`;
    expect((await owner.get(path)).html).toContain('No requests yet');
    await mapping.post({ phone: 'none', note: '<script>alert(1)</script>' });
    await mapping.post({ phone: '+13125550111' });
    await service.db.query(
      `INSERT INTO intake_requests (organization_id, id, mapping_id, received_at, outcome, status, duration_ms)
       SELECT organization_id, gen_random_uuid(), id, now() - interval '2 days', 'unchanged', 200, 1
         FROM webhook_mappings, generate_series(1, 60) WHERE id = $1`,
      [mapping.id],
    );
    const rows = ({ html }: { html: string }): number => html.match(/<tr id="line-/g)?.length ?? 0;
    const first = await owner.get(path);
    expect(rows(first)).toBe(50);
    const older = /<a class="button quiet" rel="next" href="([^"]*)"/.exec(first.html)?.[1] ?? '';
    expect(rows(await owner.get(older.replaceAll('&amp;', '&')))).toBe(12);
    expect(rows(await owner.get(`${path}?since=24h`))).toBe(2);
    expect(rows(await owner.get(`${path}?since=24h&outcome=rejected`))).toBe(1);
    expect((await owner.get(`${path}?since=1h&outcome=updated`)).html).toContain('Nothing matches');
    expect(rows(await owner.get(`${path}?since=never&outcome=maybe&before=x`))).toBe(50);

    const refused = await owner.get(`${path}?outcome=rejected`);
    const open = /href="([^"]*open=[^"]*)"/.exec(refused.html)?.[1] ?? '';
    const opened = await owner.get(open.replaceAll('&amp;', '&'));
    expect(opened.html).toContain('&lt;script>alert(1)');
    expect(opened.html).toMatch(/“none” \w+/);
  });

  it('says of a request whom it made, how long it took, and the ID that its answer had', async () => {
    const mapping = await aMapping(acme, { name: 'Taken' });
    const { body } = await mapping.post({ phone: '+13125550112', firstName: '<i>Ada</i>' });
    const { html } = await owner.get(`${PATH}/${mapping.id}/log/${body.requestId}`);
    expect(html).toContain(`href="/settings/contacts/${body.contactId}">&lt;i>Ada&lt;/i></a>`);
    expect(html).toMatch(/<dt>Took<\/dt><dd>\d+ ms<\/dd>/);
    expect(html).toContain(`data-copy="${body.requestId}"`);
  });

  it('a replay posts all that is left, one batch after the other, and counts why some are refused again', async () => {
    const mapping = await aMapping(acme);
    for (let number = 0; number < 25; number += 1)
      await mapping.post({ tel: number === 7 ? 'none' : `+13125551${String(number).padStart(3, '0')}` });
    await acme.patch(mapping.path, { field_mappings: [{ source: 'tel', target: 'phone' }] });
    const path = `${PATH}/${mapping.id}`;
    const begun = await owner.submit(`${path}/log`, `${path}/replays`, { what: 'all' });
    const done = await eventually(async () => {
      const { html } = await owner.get(begun.location ?? '');
      return html.includes('Done: 1 was refused again') && html;
    });
    expect(done).toContain('1 × A valid phone number is required');
    expect(done).toContain('<dd>24</dd>');
    const again = await owner.submit(`${path}/log`, `${path}/replays`, { what: 'all' });
    await eventually(async () =>
      (await owner.get(again.location ?? '')).html.includes('Done: 1 was refused'),
    );
    const none = await owner.submit(`${path}/log`, `${path}/replays`, { what: 'selected' });
    expect(none.location).toBe(`${path}/log`);
  }, 60_000);
});
