import type { Page } from 'playwright-core';
import type { Client } from '../support/client.js';
import { Keyboard } from '../support/keyboard.js';
import { existingMapping } from '../support/mappings.js';
import { PageWalk } from '../support/page-walk.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, PASSWORD } from '../support/visitor.js';

let service: TestService;
let acme: Client;
let walk: PageWalk;
let page: Page;
let keys: Keyboard;

beforeAll(async () => {
  service = await startService();
  acme = await service.anOrganization('Acme <b>Heating</b>');
  await acme.post('/api/phone-numbers', { number: '+13125550199', is_default: true });
  walk = await PageWalk.begin(service, acme.organizationId);
  ({ page } = walk);
  keys = new Keyboard(page);
}, 60_000);
afterAll(async () => {
  await walk?.end();
  await service?.stop();
});

const says = (words: string | RegExp) => page.getByText(words).filter({ visible: true }).first().waitFor();

describe('with the keyboard alone', () => {
  it('one signs out and in, and skips the navigation', async () => {
    const { email } = await aVisitor(service, acme.organizationId);
    await keys.follow('Sign out');
    await page.waitForURL('**/sign-in**');
    // The first field has the focus.
    await keys.type(email);
    await keys.fill('Password', 'wrong');
    await keys.send();
    await says('E-mail or password is wrong.');
    expect((await keys.stop()).name).toContain('You are not signed in');
    await keys.picture('keyboard-refused');
    await keys.fill('Password', PASSWORD);
    await keys.send();
    await page.waitForURL('**/settings');

    await keys.use('Skip to the content');
    await keys.picture('keyboard-skipped');
    await keys.press('Tab');
    expect(await page.evaluate(`document.querySelector('main').contains(document.activeElement)`)).toBe(true);
  }, 60_000);

  it('a mapping is made, hears a request, is mapped, previewed, activated, looked at and paused', async () => {
    await walk.open('/settings');
    await keys.follow('Webhook mappings');
    await page.waitForURL('**/webhook-mappings');
    await keys.follow('Create mapping');
    await page.waitForURL('**/new');
    await keys.fill('Name', 'Leads');
    await keys.follow('Create paused and listen');
    await says('Waiting for a request');

    const id = new URL(page.url()).pathname.split('/')[3] ?? '';
    const { body } = await acme.post(`/api/webhook-mappings/${id}/rotate-key`);
    await existingMapping(acme, body).post({ who: { tel: '(312) 555-0142', given: 'Ada' } });
    await says(/Click a value to map it/);
    await keys.to('Source of row 1');
    await keys.to(/^Map tel/, 'Shift+Tab');
    await keys.picture('keyboard-map');
    await keys.press('Enter');
    await says('A contact would be created');
    expect(await page.getByLabel('Source of row 1', { exact: true }).inputValue()).toBe('who.tel');
    // The focus stays in the sample, on what was used.
    expect((await keys.stop()).name).toMatch(/^Map tel/);
    await keys.to('Active');
    await keys.press('Space');
    await keys.follow('Save mapping');
    await says('was saved');

    await keys.follow('Show log');
    await page.waitForURL('**/log');
    await says('Mapping is paused');
    await keys.use(/\d\d:\d\d:\d\d$/);
    await says('What the field mappings find in it now');
    await keys.follow('Leads');
    await keys.follow('Pause mapping');
    await says('is paused');
  }, 120_000);

  it('an agent is edited, and a call is started with it', async () => {
    await acme.post('/api/agents', { name: 'Ava' });
    await walk.open('/settings/agents');
    await keys.follow('Ava');
    await keys.follow('General');
    await page.waitForURL('**/edit/general');
    await keys.fill('Name', '');
    await keys.follow('Save agent');
    await page.getByRole('alert').waitFor();
    expect((await keys.stop()).name).toContain('One thing needs attention');
    await keys.use(/^Name:/);
    expect((await keys.stop()).name).toBe('Name');
    await keys.type('Eva');
    await keys.follow('Save agent');
    await says('Eva was saved as version 2.');

    await keys.to('Skip to the content');
    await keys.follow('Calls');
    await keys.follow('Start call');
    await page.waitForURL('**/calls/new');
    await keys.to('Agent');
    await keys.press('ArrowDown');
    await keys.fill('Number to call', '+1 312 555 0150');
    await keys.picture('keyboard-call');
    await keys.send();
    await says('is being called');
    await keys.follow('Cancel call');
    await keys.follow('Cancel call');
    await says('Cancelled');
  }, 120_000);

  it('the answer of a test has the focus', async () => {
    for (const [place, button, answer] of [
      ['installation', 'Test carrier', 'The carrier cannot be reached'],
      ['organization', 'Test model', 'The language model cannot be reached'],
    ] as const) {
      await walk.open(`/settings/${place}`);
      await keys.follow(button);
      await says(answer);
      expect((await keys.stop()).name).toContain(answer);
      await keys.picture(`keyboard-${button.replace(' ', '-').toLowerCase()}`);
    }
  }, 60_000);

  it('what needs its name typed is deleted by it', async () => {
    await walk.open('/settings/webhook-mappings');
    await keys.follow('Leads');
    await keys.follow('Delete mapping');
    await keys.fill(/^Type/, 'Lead');
    await keys.send();
    await page.getByRole('alert').waitFor();
    await keys.use(/^Type “Leads” to confirm: Must/);
    await keys.type('Leads');
    await keys.picture('keyboard-delete');
    await keys.send();
    await says('was deleted');
  }, 60_000);
});
