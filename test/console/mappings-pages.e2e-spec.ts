import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { aMapping, existingMapping } from '../support/mappings.js';
import { PageWalk } from '../support/page-walk.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, type Visitor } from '../support/visitor.js';

const PATH = '/settings/webhook-mappings';

let service: TestService;
let acme: Client;
let owner: Visitor;
let walk: PageWalk;
let page: Page;

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
    const action = `${PATH}/draft`;
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

  it('the next request is waited for, whether the mapping takes it or not', async () => {
    const mapping = await aMapping(acme, { status: 'inactive', field_mappings: [] });
    const path = `${PATH}/${mapping.id}`;
    const waiting = await owner.get(`${path}/edit`);
    expect(waiting.html).toContain('Waiting for a request');
    expect((await owner.get(`${path}/sample?after=none`)).status).toBe(204);
    const hidden = await owner.hiddenOf(`${path}/edit`, path);
    const again = await owner.post(`${path}/draft`, { ...hidden, do: 'take' });
    expect(again.html).toContain('Waiting for a request');

    expect((await mapping.post({ lead: { mobile: '3125550142' } })).status).toBe(409);
    expect((await owner.get(`${path}/sample?after=none`)).status).toBe(200);
    const taken = await owner.post(`${path}/draft`, { ...hidden, do: 'take' });
    expect(taken.html).toContain('value="map:lead.mobile"');
    expect(taken.html).not.toContain('Waiting for a request');
    const next = await owner.post(`${path}/draft`, { ...hidden, do: 'listen' });
    expect(next.html).toContain('Waiting for a request');
    const after = /name="after" value="([^"]+)"/.exec(next.html)?.[1];
    expect((await owner.get(`${path}/sample?after=${after}`)).status).toBe(204);
  });

  it('each row says what it finds in the sample', async () => {
    const mapping = await aMapping(acme);
    const path = `${PATH}/${mapping.id}`;
    const hidden = await owner.hiddenOf(`${path}/edit`, path);
    const { html } = await owner.post(`${path}/draft`, {
      ...hidden,
      do: 'look',
      sample: '{"phone":"(312) 555-0142","agree":true,"firstName":""}',
      source: ['phone', 'tel', 'agree', 'firstName', 'phone'],
      target: ['phone', 'phone', 'company', 'firstName', 'nothing'],
      transform: ['', '', '', '', ''],
    });
    for (const words of [
      '“(312) 555-0142” becomes “+13125550142”',
      'Not in this sample',
      'true is true or false, not text',
      'Empty in this sample',
      'nothing is no contact field',
    ]) {
      expect(html).toContain(words);
    }
  });

  it('an active mapping without a source for phone is explained, keeps what was typed, and can be saved inactive', async () => {
    const fields = { name: 'Later', active: 'on', source: ['', 'mail'], target: ['phone', 'email'] };
    const refused = await owner.submit(`${PATH}/new`, PATH, fields);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Contacts are told apart, and called, by their phone number');
    expect(rowsOf(refused.html)).toEqual([['mail', 'email']]);
    const saved = await owner.submit(`${PATH}/new`, PATH, { ...fields, inactive: 'on' });
    const { body } = await acme.get(`/api/webhook-mappings/${saved.location?.split('/').at(-1)}`);
    expect(body).toMatchObject({ name: 'Later', status: 'inactive' });
  });
});

describe('in a browser', () => {
  it('a mapping is made by listening, clicking and looking', async () => {
    await walk.open(`${PATH}/new`);
    await page.getByLabel('Name', { exact: true }).fill('Typeform <i>leads</i>');
    await walk.inspect('mapping-new-filled');
    await page.getByRole('button', { name: 'Create inactive and listen' }).click();
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
    await page.getByText('Not in this sample').waitFor();
    await walk.inspect('mapping-refusing');
    await page
      .getByLabel('Source of row 1', { exact: true })
      .fill('form_response.answers[field.ref=phone].phone_number');
    await page.getByText('A contact would be created').waitFor();
    await walk.inspect('mapping-mapped');
    await page.getByLabel('Active').check();
    await page.getByRole('button', { name: 'Save mapping' }).click();
    await page.getByText('was saved').waitFor();
    await walk.inspect('mapping-page');
  }, 120_000);
});
