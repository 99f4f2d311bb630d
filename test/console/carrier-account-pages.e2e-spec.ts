import { aCall, anAgent } from '../support/records.js';
import type { Client } from '../support/client.js';
import { PageWalk } from '../support/page-walk.js';
import { startSimulator, type Simulator } from '../../src/simulator/simulator.server.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, type Visitor } from '../support/visitor.js';

const PAGE = '/settings/organization';
const NUMBERS = '/settings/phone-numbers';
const CARRIER = `${PAGE}/carrier`;
const ACCOUNT = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token-of-the-installation', numbers: [] };
const OWN = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'token-of-the-organization-7Qx2', numbers: [] };
const NEXT = { accountSid: `AC${'2'.repeat(32)}`, authToken: 'token-of-its-next-account-9Zk4', numbers: [] };

let simulator: Simulator;
let service: TestService;
let acme: Client;
let owner: Visitor;

beforeAll(async () => {
  simulator = await startSimulator({ ...ACCOUNT, otherAccounts: [OWN, NEXT] });
  const { accountSid, authToken } = ACCOUNT;
  const account = { accountSid, authToken, previousAuthToken: null, apiKey: null };
  service = await startService({ carrier: { name: 'simulator', ...account, baseUrl: simulator.url } });
});
afterAll(async () => {
  await service?.stop();
  await simulator?.stop();
});
beforeEach(async () => {
  acme = await service.anOrganization('Acme');
  owner = await aVisitor(service, acme.organizationId);
});

const fieldsOf = ({ accountSid, authToken }: typeof OWN) => ({
  twilio_account_sid: accountSid,
  twilio_auth_token: authToken,
});

const save = (account: typeof OWN) => owner.submit(PAGE, CARRIER, fieldsOf(account));

/** A call that was made with the current account. */
const aCallWithIt = async (status = 'completed'): Promise<void> => {
  const { organizationId: org } = acme;
  const [account] = await service.db.query(
    `SELECT id FROM carrier_accounts WHERE organization_id = $1 AND retired_at IS NULL`,
    [org],
  );
  const agent_id = await anAgent(service, org);
  await aCall(service, org, { agent_id, status, carrier_account_id: account.id });
};

/** What the page says of the carrier that is tested. */
async function tested(): Promise<string> {
  const { html } = await owner.submit(PAGE, `${CARRIER}-test#carrier-test`);
  const told = /<p role="status"[^>]*>(.*?)<\/p>/s.exec(html)?.[1] ?? '';
  return told.replaceAll(/<[^>]*>/g, ' ').trim();
}

describe("the organization page's carrier", () => {
  it('is the installation’s, until an account is brought; the token is shown on no page', async () => {
    const before = (await owner.get(PAGE)).html;
    expect(before).toContain('no real phone rings, even with an account saved here.');
    expect(before).not.toContain('Former accounts');
    expect((await save(OWN)).location).toBe(PAGE);
    const { html } = await owner.get(PAGE);
    expect(html).toContain('organization. This installation simulates them: no real phone rings.');
    expect(html).toContain(`value="${OWN.accountSid}"`);
    expect(html).toContain('A token that ends in 7Qx2 is kept.');
    const log = (await owner.get('/settings/audit-log')).html;
    expect(log).toContain('Carrier account saved');
    expect(html + log).not.toContain(OWN.authToken);
  });

  it('keeps the token when the field is left empty, and asks for one with another account', async () => {
    await save(OWN);
    expect((await save({ ...OWN, authToken: '' })).location).toBe(PAGE);
    expect(await tested()).toContain('The carrier takes our requests');
    const refused = await save({ ...NEXT, authToken: '' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('id="twilio_auth_token-problem"');
    expect(refused.html).toContain(`value="${NEXT.accountSid}"`);
    expect((await save({ ...OWN, accountSid: 'AC1' })).html).toContain('ust be AC and 32 hex digits');
  });

  it('asks for all that is missing of the first account at once', async () => {
    const { html } = await save({ ...OWN, accountSid: 'AC1', authToken: '' });
    expect(html).toContain('id="twilio_account_sid-problem"');
    expect(html).toContain('Enter the auth token of the account.');
    await save(OWN);
    expect((await save({ ...OWN, accountSid: 'AC1', authToken: '' })).html).not.toContain(
      'Enter the auth token',
    );
  });

  it('is tested with the account that is saved, and says what it answered', async () => {
    // A simulation would answer for an account that is only typed.
    expect((await owner.get(PAGE)).html).not.toContain('Test carrier');
    await save({ ...OWN, authToken: 'not-the-token-of-it' });
    expect(await tested()).toMatch(/^The carrier refuses the account or its credentials +It says “\w/);
    await save(OWN);
    expect(await tested()).toContain('The carrier takes our requests');
  });

  it('is tested as the installation’s where that calls real people', async () => {
    const { accountSid, authToken } = ACCOUNT;
    const account = { accountSid, authToken, previousAuthToken: null, apiKey: null };
    const { url } = await service.replica({
      carrier: { name: 'twilio', ...account, baseUrl: simulator.url },
    });
    const there = Object.assign(Object.create(owner), { url }) as Visitor;
    expect((await there.get(PAGE)).html).toContain('What is saved is tested, not what is typed above.');
    expect((await there.get(NUMBERS)).html).toContain('Add a number that your carrier has given you.');
    const { html } = await there.submit(PAGE, `${CARRIER}-test#carrier-test`);
    expect(html).toContain('The installation’s carrier takes our requests');
    expect((await there.get('/settings/phone-numbers/new')).html).toContain(
      'Nothing is changed at your carrier.',
    );
  });

  it('is not saved over what somebody else has saved meanwhile', async () => {
    const hidden = await owner.hiddenOf(PAGE, CARRIER);
    await acme.patch('/api/organization', fieldsOf(NEXT));
    expect((await owner.post(CARRIER, { ...hidden, ...fieldsOf(OWN) })).status).toBe(412);
    expect((await acme.get('/api/organization')).body.twilio_account_sid).toBe(NEXT.accountSid);
  });

  it('is the installation’s again when the account is removed; what calls need is kept until it is forgotten', async () => {
    await save(OWN);
    await aCallWithIt();
    await save(NEXT);
    const asked = await owner.get(`${CARRIER}/remove`);
    expect(asked.html).toContain(`Remove Twilio account ${NEXT.accountSid}`);
    expect(asked.html).toContain('Calls that have begun go on with the account to their end.');
    expect((await owner.submit(`${CARRIER}/remove`, `${CARRIER}/remove`)).location).toBe(PAGE);
    const { html } = await owner.get(PAGE);
    expect(html).toContain('no real phone rings, even with an account saved here.');
    // No call was made with the second one.
    expect(html).not.toContain(NEXT.accountSid);
    expect(html).toContain('href="#former-accounts"');
    const forget = new RegExp(`${CARRIER}/[0-9a-f-]+/forget`).exec(html)?.[0] ?? '';
    expect((await owner.get(forget)).html).toContain('Recordings of calls that were made with it');
    expect((await owner.submit(forget, forget)).location).toBe(PAGE);
    expect((await owner.get(PAGE)).html).not.toContain(OWN.accountSid);
    expect((await owner.get(forget)).status).toBe(404);
  });

  it('forgets no account that calls go on with', async () => {
    await save(OWN);
    await aCallWithIt('in-progress');
    await save(NEXT);
    const forget = new RegExp(`${CARRIER}/[0-9a-f-]+/forget`).exec((await owner.get(PAGE)).html)?.[0] ?? '';
    const refused = await owner.submit(forget, forget);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('Calls that began with this account are not over.');
  });

  it('shows viewers that there is an account, and nothing of it', async () => {
    await save(OWN);
    await aCallWithIt();
    await save(NEXT);
    const viewer = await aVisitor(service, acme.organizationId, 'viewer');
    const { html } = await viewer.get(PAGE);
    expect(html).toContain('Calls go through a Twilio account of this organization.');
    for (const secret of [OWN.accountSid, NEXT.accountSid, '7Qx2', '9Zk4', 'Test carrier', 'Former accounts'])
      expect(html).not.toContain(secret);
  });

  it('takes no account where calls are only simulated, and says what that needs', async () => {
    const { url } = await service.replica({ ownAccounts: null });
    const there = Object.assign(Object.create(owner), { url }) as Visitor;
    const { html } = await there.get(PAGE);
    expect(html).toContain('Calls are simulated by this installation: no real phone rings.');
    expect(html).not.toContain('name="twilio_account_sid"');
    expect(html).not.toContain('Test carrier');
  });

  it('no longer says that calls are simulated once an account calls real people', async () => {
    const { url } = await service.replica({ ownAccounts: { name: 'twilio', baseUrl: simulator.url } });
    const there = Object.assign(Object.create(owner), { url }) as Visitor;
    const says = async () => (await there.get(PAGE)).html.includes('class="badge"');
    expect(await says()).toBe(true);
    expect((await there.get(PAGE)).html).toContain(
      'no real phone rings until a Twilio account is saved here.',
    );
    expect((await there.get(NUMBERS)).html).toContain('Calls are simulated, so any number will do');
    await save(OWN);
    expect(await says()).toBe(false);
    expect((await there.get(PAGE)).html).toContain('through a Twilio account of this organization.</p>');
    expect((await there.get(NUMBERS)).html).toContain('Connect a number of your Twilio account');
  });

  it('bars nobody, whatever it shows', async () => {
    const walk = await PageWalk.begin(service, acme.organizationId);
    const { page } = walk;
    try {
      await walk.open(PAGE);
      await walk.inspect('carrier-none');
      await page.getByLabel('Twilio account SID').fill('<b>AC</b>');
      await page.getByRole('button', { name: 'Save Twilio account' }).click();
      await page.getByRole('link', { name: /AC and 32 hex digits/ }).waitFor();
      await walk.inspect('carrier-refused');
      await page.getByLabel('Twilio account SID').fill(OWN.accountSid);
      await page.getByLabel('Auth token').fill(OWN.authToken);
      await page.getByRole('button', { name: 'Save Twilio account' }).click();
      await page.getByText('The Twilio account was saved.').waitFor();
      await aCallWithIt();
      await acme.patch('/api/organization', fieldsOf({ ...NEXT, authToken: 'wrong' }));
      await walk.open(PAGE);
      await page.getByRole('button', { name: 'Test carrier' }).click();
      await page.getByText('The carrier refuses the account').waitFor();
      await walk.inspect('carrier-own');
      await page.getByRole('link', { name: `Forget account ${OWN.accountSid}` }).click();
      await page.waitForURL('**/forget');
      await walk.inspect('carrier-forget');
      await walk.open(`${CARRIER}/remove`);
      await walk.inspect('carrier-remove');
    } finally {
      await walk.end();
    }
  }, 60_000);
});
