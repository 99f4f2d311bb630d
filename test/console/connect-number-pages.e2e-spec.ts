import { startSimulator, type Simulator } from '../../src/simulator/simulator.server.js';
import type { Client } from '../support/client.js';
import { OWN_ACCOUNT } from '../support/own-carrier.js';
import { PageWalk } from '../support/page-walk.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, type Visitor } from '../support/visitor.js';
import { standIn } from '../telephony/stand-in-carrier.js';

const PAGE = '/settings/carrier-numbers';
const NUMBERS = '/settings/phone-numbers';
const INSTALLATIONS = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'test-token', numbers: [] };
const OWN = { ...OWN_ACCOUNT, numbers: ['+13125550188', '+13125550189'] };

let simulator: Simulator;
let service: TestService;
let acme: Client;
let owner: Visitor;
let ava: string;

beforeAll(async () => {
  simulator = await startSimulator({ ...INSTALLATIONS, otherAccounts: [OWN] });
  service = await startService({ ownAccounts: { name: 'twilio', baseUrl: simulator.url } });
});
afterAll(async () => {
  await service?.stop();
  await simulator?.stop();
});
beforeEach(async () => {
  acme = await service.anOrganization('Acme <b>Heating</b>');
  owner = await aVisitor(service, acme.organizationId);
  ava = (await acme.post('/api/agents', { name: 'Ava <i>' })).body.id;
});

const bring = (authToken = OWN.authToken) =>
  acme.patch('/api/organization', { twilio_account_sid: OWN.accountSid, twilio_auth_token: authToken });

const numbers = async () =>
  (await acme.get('/api/phone-numbers')).body.data.map((one: Record<string, unknown>) => ({
    number: one['number'],
    agent_id: one['agent_id'],
  }));

const connect = (fields: Record<string, string>, visitor = owner) => visitor.submit(PAGE, PAGE, fields);

/** The same form by its other button. */
const list = async (fields: Record<string, string> = {}, visitor = owner) =>
  visitor.post(`${PAGE}/list`, { ...(await visitor.hiddenOf(PAGE, PAGE)), ...fields });

describe('the page that connects a number', () => {
  it('says what is missing where the organization brings no account', async () => {
    expect((await owner.get(NUMBERS)).html).not.toContain('Connect Twilio number');
    const { html } = await owner.get(PAGE);
    expect(html).toContain('No Twilio account of your own');
    expect(html).not.toContain('name="number"');
    const { url } = await service.replica({ ownAccounts: null });
    const there = Object.assign(Object.create(owner), { url }) as Visitor;
    expect((await there.get(PAGE)).html).toContain('This installation only simulates calls');
  });

  it('asks the carrier for the numbers only when it is told to', async () => {
    await bring();
    expect((await owner.get(NUMBERS)).html).toContain(`href="${PAGE}"`);
    expect((await owner.get(PAGE)).html).not.toContain('+13125550188');
    const { status, html } = await list({ agent_id: ava, number: '+1 312 555 0177' });
    expect(status).toBe(200);
    // What was filled in before the list was asked for stays.
    expect(html).toContain(`value="${ava}" selected`);
    expect(html).toContain('value="+1 312 555 0177"');
    for (const number of OWN.numbers) expect(html).toContain(`value="${number}"`);
    expect(html).toContain('There are 2.');
  });

  it('adds the number that is chosen, with its agent, and shows it as connected from then on', async () => {
    await bring();
    const answer = await connect({ chosen: '+13125550188', agent_id: ava });
    expect(answer).toMatchObject({ status: 303, location: NUMBERS });
    expect((await owner.get(NUMBERS)).html).toContain('+1 312 555 0188 was connected');
    expect(await numbers()).toEqual([{ number: '+13125550188', agent_id: ava }]);
    const { html } = await list();
    expect(html.match(/<span class="tag">Connected<\/span>/g)).toHaveLength(1);
    simulator.account(OWN.accountSid).receive({ from: '+13125550104', to: '+13125550188' });
    await simulator.account(OWN.accountSid).idle();
    expect((await acme.get('/api/calls')).body.data).toMatchObject([{ agent_id: ava }]);
  });

  it('gives a number that the organization has to the agent that is chosen', async () => {
    await bring();
    await acme.post('/api/phone-numbers', { number: '+13125550189', label: 'Support' });
    await connect({ number: '+1 (312) 555-0189', agent_id: ava });
    expect(await numbers()).toEqual([{ number: '+13125550189', agent_id: ava }]);
  });

  it.each([
    ['a TwiML application', { voice_application_sid: `AP${'2'.repeat(32)}`, trunk_sid: null }],
    ['a SIP trunk', { voice_application_sid: '', trunk_sid: `TK${'2'.repeat(32)}` }],
  ])('connects a number that %s overrules, and says where that is put right', async (_, attached) => {
    await bring();
    const number = { sid: `PN${'2'.repeat(32)}`, phone_number: '+13125550188', ...attached };
    const carrier = await standIn((response, { method }) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(method === 'GET' ? { incoming_phone_numbers: [number] } : number));
    });
    try {
      const { url } = await service.replica({ ownAccounts: { name: 'twilio', baseUrl: carrier.url } });
      const there = Object.assign(Object.create(owner), { url }) as Visitor;
      expect(await connect({ number: '+13125550188', agent_id: ava }, there)).toMatchObject({
        location: NUMBERS,
      });
      const told = carrier.requests.find(({ method }) => method === 'POST');
      expect(told?.form.get('VoiceUrl')).toContain(url);
      const { html } = await there.get(NUMBERS);
      expect(html).toContain(
        '+1 312 555 0188 was connected, but Twilio asks its TwiML application or SIP trunk first',
      );
      expect(html).toContain('detach it in the Twilio console');
      expect(await numbers()).toEqual([{ number: '+13125550188', agent_id: ava }]);
      const [{ id }] = (await acme.get('/api/phone-numbers')).body.data;
      const again = await acme
        .with({ url })
        .send('PUT', `/api/phone-numbers/${id}/connection`, undefined, {});
      expect(again).toMatchObject({ status: 200, body: { overruled: true } });
    } finally {
      await carrier.close();
    }
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['no number', OWN.authToken, {}, 'Choose a number, or enter one'],
    [
      'a number that is chosen and another that is typed',
      OWN.authToken,
      { chosen: '+13125550188', number: '+13125550189' },
      'Choose a number or type one, not both: +1 312 555 0188 was chosen too.',
    ],
    ['a number that is none', OWN.authToken, { number: '312' }, 'id="number-problem"'],
    ['a number of another account', OWN.authToken, { number: '+13125550177' }, 'does not have this number'],
    ['a wrong token', 'not-the-token-of-it', { number: '+13125550188' }, 'refuses the account'],
  ])(
    'refuses %s in plain words, keeps what was typed and changes nothing',
    async (_, token, fields, words) => {
      await bring(token);
      const { status, html } = await connect({ ...fields, agent_id: ava });
      expect(status).toBe(422);
      expect(html).toContain(words);
      expect(html).toContain(`value="${ava}" selected`);
      if (fields['number']) expect(html).toContain(`value="${fields['number']}"`);
      expect(html).not.toContain('not-the-token-of-it');
      expect(await numbers()).toEqual([]);
    },
  );

  it('wants an agent, in words', async () => {
    await bring();
    const { status, html } = await connect({ number: '+13125550188', agent_id: '' });
    expect(status).toBe(422);
    expect(html).toContain('Choose the agent that answers.');
    expect(await numbers()).toEqual([]);
  });

  it('says that the carrier is down, and that nothing was changed', async () => {
    await bring();
    const { url } = await service.replica({ ownAccounts: { name: 'twilio', baseUrl: 'http://127.0.0.1:9' } });
    const there = Object.assign(Object.create(owner), { url }) as Visitor;
    const answers = [await connect({ number: '+13125550188', agent_id: ava }, there), await list({}, there)];
    for (const { status, html } of answers) {
      expect(status).toBe(422);
      expect(html).toContain('Twilio cannot be reached just now. Nothing was changed');
    }
    expect(await numbers()).toEqual([]);
  });

  it('bars nobody, whatever it shows, and leads the focus to what came of it', async () => {
    const walk = await PageWalk.begin(service, acme.organizationId);
    const { page } = walk;
    const focused = () => page.evaluate(`document.activeElement.textContent`);
    try {
      await walk.open(PAGE);
      await walk.inspect('connect-number-no-account');
      await bring('not-the-token-of-it');
      await walk.open(NUMBERS);
      await walk.inspect('phone-numbers-empty');
      await page.getByRole('link', { name: 'Connect Twilio number' }).click();
      await walk.inspect('connect-number');
      await page.getByRole('button', { name: 'List numbers' }).click();
      await page.getByText('refuses the account').waitFor();
      expect(await focused()).toContain('One thing needs attention');
      await walk.inspect('connect-number-refused');
      await bring();
      await page.getByRole('button', { name: 'List numbers' }).click();
      await page.getByText('There are 2.').waitFor();
      expect(await focused()).toContain('Numbers of the account');
      await page.getByLabel('+1 312 555 0188').check();
      await walk.inspect('connect-number-listed');
      await page.getByRole('button', { name: 'Connect number' }).click();
      await page.getByText('+1 312 555 0188 was connected').waitFor();
      await walk.inspect('phone-numbers-connected');
    } finally {
      await walk.end();
    }
  }, 60_000);
});
