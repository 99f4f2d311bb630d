import { ACCOUNT, aRig, NUMBERS, OWN_NUMBER, type Rig, sdk, TOKEN } from './rig.js';
import { Receiver, xml } from './receiver.js';

const OTHER = {
  accountSid: `AC${'2'.repeat(32)}`,
  authToken: 'a-token-of-somebody-else',
  numbers: ['+13125550188'],
};

describe('a carrier with two accounts', () => {
  let rig: Rig;
  let receiver: Receiver;
  beforeAll(async () => {
    rig = await aRig({ otherAccounts: [OTHER] });
    receiver = new Receiver(OTHER.authToken);
    await receiver.start();
    receiver.reply('/twiml', xml('<Hangup/>'));
  });
  afterAll(async () => {
    await rig.stop();
    await receiver.stop();
  });

  const theirs = () => sdk(rig.simulator.url, OTHER.authToken, OTHER.accountSid);
  const order = (from: string) => ({ to: NUMBERS.cooperative, from, url: `${receiver.url}/twiml` });

  it('keeps the calls of each apart, and signs with the token of the account', async () => {
    const { sid } = await theirs().calls.create(order('+13125550188'));
    const control = rig.simulator.account(OTHER.accountSid);
    await control.idle();
    expect(control.calls().map((call) => call.sid)).toEqual([sid]);
    expect(rig.simulator.calls()).toEqual([]);
    expect(receiver.at('/twiml')).toMatchObject([
      { isSigned: true, params: { AccountSid: OTHER.accountSid } },
    ]);
    await expect(rig.client.calls(sid).fetch()).rejects.toMatchObject({ status: 404 });
    await expect(theirs().calls(sid).fetch()).resolves.toMatchObject({ accountSid: OTHER.accountSid });
  });

  it('lets each call from its own numbers only', async () => {
    await expect(theirs().calls.create(order(OWN_NUMBER))).rejects.toMatchObject({ code: 21210 });
  });

  it.each([
    ['the token of the one with the account of the other', OTHER.authToken, ACCOUNT],
    ['the account of the one with the token of the other', TOKEN, OTHER.accountSid],
  ])('refuses %s', async (_, token, account) => {
    await expect(sdk(rig.simulator.url, token, account).calls.list()).rejects.toMatchObject({
      status: 401,
      code: 20003,
    });
  });

  it('does not show the one to the other', async () => {
    const path = `${rig.simulator.url}/2010-04-01/Accounts/${ACCOUNT}/Calls.json`;
    const basic = Buffer.from(`${OTHER.accountSid}:${OTHER.authToken}`).toString('base64');
    const answer = await fetch(path, { headers: { Authorization: `Basic ${basic}` } });
    expect(answer.status).toBe(404);
  });
});
