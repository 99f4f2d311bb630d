import { startSimulator, type Simulator } from '../../src/simulator/simulator.server.js';
import type { Client } from '../support/client.js';
import { OWN_ACCOUNT } from '../support/own-carrier.js';
import { startService, type TestService } from '../support/service.js';

const INSTALLATIONS = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'test-token',
  numbers: ['+13125550199'],
};
const OWN = { ...OWN_ACCOUNT, numbers: ['+13125550188', '+13125550189'] };

let simulator: Simulator;
let service: TestService;
let acme: Client;

beforeAll(async () => {
  simulator = await startSimulator({ ...INSTALLATIONS, otherAccounts: [OWN] });
  service = await startService({ ownAccounts: { name: 'simulator', baseUrl: simulator.url } });
});
afterAll(async () => {
  await service?.stop();
  await simulator?.stop();
});
beforeEach(async () => {
  acme = await service.anOrganization();
});

const bring = (authToken = OWN.authToken, client = acme) =>
  client.patch('/api/organization', { twilio_account_sid: OWN.accountSid, twilio_auth_token: authToken });

/** Adds a number, and asks that it be connected. */
async function connect(number: string, client = acme) {
  const { body } = await client.post('/api/phone-numbers', { number });
  return client.send('PUT', `/api/phone-numbers/${body.id}/connection`, undefined, {});
}

describe("the numbers of an organization's own account", () => {
  it('are none where it brings no account', async () => {
    const { status, body } = await acme.get('/api/carrier-numbers');
    expect({ status, body }).toEqual({
      status: 200,
      body: { twilio_account_sid: null, data: [], has_more: false },
    });
    expect(await connect('+13125550188')).toMatchObject({
      status: 409,
      body: { code: 'carrier_account_missing' },
    });
  });

  it('are those that the carrier tells, and which of them are connected', async () => {
    await bring();
    expect((await connect('+13125550188')).status).toBe(200);
    const { body } = await acme.get('/api/carrier-numbers');
    expect(body).toEqual({
      twilio_account_sid: OWN.accountSid,
      data: [
        { number: '+13125550189', name: '+13125550189', connected: false },
        { number: '+13125550188', name: '+13125550188', connected: true },
      ],
      has_more: false,
    });
  });

  it('are connected with the organization: a call to one is answered by the agent that it names', async () => {
    await bring();
    const { body: agent } = await acme.post('/api/agents', { name: 'Ava' });
    const { body: number } = await acme.post('/api/phone-numbers', {
      number: '+13125550189',
      agent_id: agent.id,
    });
    const answer = await acme.send('PUT', `/api/phone-numbers/${number.id}/connection`, undefined, {});
    expect(answer).toMatchObject({
      status: 200,
      body: { id: number.id, number: '+13125550189', overruled: false },
    });
    const account = simulator.account(OWN.accountSid);
    account.receive({ from: '+13125550104', to: '+13125550189' });
    await account.idle();
    const { body: calls } = await acme.get('/api/calls');
    expect(calls.data).toMatchObject([{ call_type: 'inbound', agent_id: agent.id }]);
    const log = await service.db.query(
      `SELECT details FROM audit_log WHERE organization_id = $1 AND action = 'phone_number.connected'`,
      [acme.organizationId],
    );
    expect(log).toEqual([{ details: { number: '+13125550189' } }]);
  });

  it('are no others: not those of the installation, nor those that nobody has', async () => {
    await bring();
    for (const number of INSTALLATIONS.numbers.concat('+13125550177')) {
      expect(await connect(number)).toMatchObject({
        status: 409,
        body: { code: 'number_not_in_account', error: 'The Twilio account does not have this number' },
      });
    }
  });

  it('cannot be told or connected with a wrong token, and the answer says why without it', async () => {
    await bring('not-the-token-of-it');
    for (const answer of [await acme.get('/api/carrier-numbers'), await connect('+13125550188')]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'carrier_refused' } });
      expect(answer.text).not.toContain('not-the-token-of-it');
    }
  });

  it('cannot be told or connected while the carrier is down', async () => {
    await bring();
    const { url } = await service.replica({ ownAccounts: { name: 'twilio', baseUrl: 'http://127.0.0.1:9' } });
    const there = acme.with({ url });
    for (const answer of [await there.get('/api/carrier-numbers'), await connect('+13125550188', there)]) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'carrier_unreachable' } });
      expect(answer.headers.get('retry-after')).toBe('5');
    }
  });
});
