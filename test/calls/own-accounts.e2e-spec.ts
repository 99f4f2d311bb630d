import { WebSocket } from 'ws';
import twilio from 'twilio';
import { NumberConnections } from '../../src/calls/number-connections.service.js';
import type { LedgerEntry } from '../../src/simulator/calls.service.js';
import { Carriers } from '../../src/telephony/carriers.service.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, aLine, type Line, NUMBERS, OWN_NUMBER, TOKEN } from './line.js';
import { aBringer, type Bringer, callback, NEXT, OWN } from './own-accounts.js';

const INSTALLATIONS = { accountSid: ACCOUNT, authToken: TOKEN, numbers: [OWN_NUMBER] };
const NEW_KEY = 'Zr7vB1mQ9xT4kL2wN8cY5hJ3gF6dS0pA';

let line: Line;
let acme: Bringer;

beforeAll(async () => {
  line = await aLine({ otherAccounts: [OWN, NEXT] });
});
afterAll(() => line.stop());
beforeEach(async () => {
  acme = await aBringer(line);
});

const dialAt = (account: { accountSid: string }, callId: string): LedgerEntry | undefined =>
  line.simulator
    .account(account.accountSid)
    .ledger()
    .find(({ statusCallback }) => statusCallback?.includes(callId));

const read = async (callId: string) => (await acme.client.get(`/api/calls/${callId}?fields=full`)).body;

const until = (callId: string, status: string) =>
  eventually(async () => {
    const call = await read(callId);
    return call['status'] === status && call;
  }, 20);

/** A call through this account that somebody has answered, and that lasts until somebody ends it. */
async function aLiveCall(account = OWN): Promise<{ id: string; dial: LedgerEntry; status: string }> {
  const id = await acme.call(NUMBERS.silence, account);
  await until(id, 'in-progress');
  const dial = dialAt(account, id);
  if (!dial) throw new Error(`call ${id} was not dialled with ${account.accountSid}`);
  return { id, dial, status: (dial.statusCallback ?? '').replace(/#.*$/, '') };
}

/** Waits until a recording is heard at this address: a carrier that is slow just now is asked again. */
const untilHeard = (url: string | null) => eventually(async () => (await fetch(url ?? '')).status === 200);

/** What changes nothing when it is believed. */
const word = (account: { accountSid: string }, { callSid }: LedgerEntry) => ({
  AccountSid: account.accountSid,
  CallSid: callSid,
  CallStatus: 'in-progress',
  SequenceNumber: '77',
});

describe("an organization's own account at the carrier", () => {
  it('dials, speaks and is recorded, from its answer to its end; nobody else’s calls go through it', async () => {
    await acme.bring(OWN);
    const id = await acme.call(NUMBERS.hangsUp, OWN);
    const theirs = await line.call(NUMBERS.hangsUp);
    expect((await until(id, 'completed'))['transcript']).toMatch(/\w/);
    await line.over(theirs);
    expect([dialAt(OWN, id)?.from, dialAt(INSTALLATIONS, id)]).toEqual(['+13125550188', undefined]);
    expect([dialAt(OWN, theirs), dialAt(INSTALLATIONS, theirs)?.from]).toEqual([undefined, OWN_NUMBER]);
    const url = await eventually(async () => (await read(id))['recording_url'] as string | null);
    await untilHeard(url);
  });

  it('that is wrong lets no call through, and says so', async () => {
    await acme.bring({ ...OWN, authToken: 'not-the-token-of-it' });
    const id = await acme.call(NUMBERS.cooperative, OWN);
    expect((await until(id, 'failed'))['ended_reason']).toBe('provider-rejected');
  });

  it('alone speaks of its calls: not the installation’s, and not that of another organization', async () => {
    await acme.bring(OWN);
    const other = await aBringer(line);
    await other.bring(NEXT);
    const { dial, status } = await aLiveCall();
    const url = status;
    const refused = { status: 403, body: { code: 'callback_refused', error: 'Callback refused' } };
    expect(await callback(url, word(INSTALLATIONS, dial), TOKEN)).toMatchObject(refused);
    expect(await callback(url, word(OWN, dial), TOKEN)).toMatchObject(refused);
    expect(await callback(url, word(NEXT, dial), NEXT.authToken)).toMatchObject(refused);
    expect(await callback(url, word(OWN, dial), OWN.authToken)).toMatchObject({ status: 204 });

    const theirs = await line.call(NUMBERS.silence);
    const { statusCallback, ...sent } = await eventually(async () => dialAt(INSTALLATIONS, theirs));
    const theirUrl = (statusCallback ?? '').replace(/#.*$/, '');
    const entry = { ...sent, statusCallback };
    expect(await callback(theirUrl, word(OWN, entry), OWN.authToken)).toMatchObject(refused);
    await acme.client.post(`/api/calls/${url.split('/').at(-3)}/end`);
    await line.acme.post(`/api/calls/${theirs}/end`);
  });

  it('is refused in the address of an organization that is not there like a wrong signature', async () => {
    await acme.bring(OWN);
    const { id, dial, status } = await aLiveCall();
    const nobody = status.replace(acme.client.organizationId, '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e');
    const answers = [
      await callback(nobody, word(OWN, dial), OWN.authToken),
      await callback(nobody.replace('01937f5c', 'zzzzzzzz'), word(OWN, dial), OWN.authToken),
      await callback(status, word(OWN, dial), 'guessed'),
    ];
    const seen = answers.map(({ status: code, body }) => ({ code, body: { ...body, request_id: null } }));
    expect(seen[0]).toMatchObject({ code: 403 });
    expect([seen[1], seen[2]]).toEqual([seen[0], seen[0]]);
    await acme.client.post(`/api/calls/${id}/end`);
  });

  it('alone opens the sockets of its calls', async () => {
    await acme.bring(OWN);
    const { id, status } = await aLiveCall();
    const token = status.split('/').at(-2);
    const path = `/voice/relay/${acme.client.organizationId}/${id}/${token}`;
    const url = line.service.url.replace('http', 'ws') + path;
    const opened = (authToken: string) =>
      new Promise<boolean>((resolve) => {
        const signature = twilio.getExpectedTwilioSignature(authToken, url, {});
        const socket = new WebSocket(url, { headers: { 'x-twilio-signature': signature } });
        socket.on('error', () => resolve(false));
        socket.on('open', () => {
          socket.terminate();
          resolve(true);
        });
      });
    expect(await opened(TOKEN)).toBe(false);
    expect(await opened(OWN.authToken)).toBe(true);
    await acme.client.post(`/api/calls/${id}/end`);
  });

  it('brings the calls to its numbers here', async () => {
    await acme.bring(OWN);
    const connections = line.service.app.get(NumberConnections);
    const { organizationId: org } = acme.client;
    await eventually(async () => (await connections.connect(org, OWN_NUMBER)).kind === 'not-found');
    await eventually(async () => (await connections.connect(org, '+13125550188')).kind === 'connected');
    const control = line.simulator.account(OWN.accountSid);
    control.receive({ from: NUMBERS.hangsUp, to: '+13125550188' });
    const call = await eventually(async () => {
      const { body } = await acme.client.get('/api/calls?status=completed');
      return (body.data as Record<string, unknown>[])[0];
    }, 20);
    expect(call).toMatchObject({ call_type: 'inbound', phone_number: NUMBERS.hangsUp });
    const url = await eventually(
      async () => (await read(String(call['id'])))['recording_url'] as string | null,
    );
    await untilHeard(url);

    const inbound = `${line.service.url}/api/voice/twilio/${org}/inbound`;
    const asked = { CallSid: 'CAx', From: NUMBERS.busy, To: '+13125550188', CallStatus: 'ringing' };
    expect(await callback(inbound, { ...asked, AccountSid: ACCOUNT }, TOKEN)).toMatchObject({ status: 403 });
    expect((await acme.client.get('/api/calls')).body.data).toHaveLength(1);
  });
});

describe('a call', () => {
  it('goes on with the account that it began with when the organization takes another one, or none', async () => {
    await acme.bring(OWN);
    const { id } = await aLiveCall();
    await acme.bring(NEXT);
    const next = await aLiveCall(NEXT);
    expect((await acme.client.patch('/api/organization', { twilio_account_sid: null })).body).toMatchObject({
      twilio_account_sid: null,
      twilio_auth_token_last_four: null,
    });
    for (const one of [id, next.id]) {
      expect((await acme.client.post(`/api/calls/${one}/end`)).status).toBe(202);
      await until(one, 'completed');
    }
    await acme.client.post('/api/phone-numbers', { number: OWN_NUMBER });
    const fallen = await acme.call(NUMBERS.hangsUp, INSTALLATIONS);
    await until(fallen, 'completed');
    expect(dialAt(INSTALLATIONS, fallen)).toBeDefined();
  });

  it('has its recording fetched by the account that made it, until that is forgotten and brought again', async () => {
    await acme.bring(OWN);
    const id = await acme.call(NUMBERS.hangsUp, OWN);
    await until(id, 'completed');
    const url = await eventually(async () => (await read(id))['recording_url'] as string | null);
    const heard = async () => (await fetch(url ?? '')).status;
    await acme.bring(NEXT);
    await untilHeard(url);
    await line.service.db.query(
      `UPDATE carrier_accounts SET auth_token_sealed = NULL WHERE organization_id = $1 AND account_sid = $2`,
      [acme.client.organizationId, OWN.accountSid],
    );
    await eventually(async () => (await heard()) === 404);
    await acme.bring(OWN);
    await untilHeard(url);
  });
});

describe('a change of an account', () => {
  it('holds on every replica within five seconds', async () => {
    const { app, url } = await line.service.replica();
    const { organizationId: org } = acme.client;
    const inbound = `${url}/api/voice/twilio/${org}/inbound`;
    const ask = { AccountSid: OWN.accountSid, CallSid: 'CAx', To: '+13125550100', CallStatus: 'ringing' };
    const answer = async () => (await callback(inbound, ask, OWN.authToken)).status;
    expect(await answer()).toBe(403);
    await acme.bring(OWN);
    await eventually(async () => (await answer()) === 200, 5);
    expect((await app.get(Carriers).currentOf(org)).accountId).toBe(OWN.accountSid);
    await acme.client.patch('/api/organization', { twilio_account_sid: null });
    // No call was ever made with it: it is gone.
    await eventually(async () => (await answer()) === 403, 5);
  });

  it('of its token alone leaves what the former one has signed believed for a while', async () => {
    await acme.bring(OWN);
    const { id, dial, status } = await aLiveCall();
    await acme.bring({ ...OWN, authToken: 'its-token-from-now-on' });
    const answer = async (token: string) => (await callback(status, word(OWN, dial), token)).status;
    await eventually(async () => (await answer('its-token-from-now-on')) === 204, 5);
    expect(await answer(OWN.authToken)).toBe(204);
    await line.service.db.query(
      `UPDATE carrier_accounts SET previous_auth_token_until = now() WHERE organization_id = $1`,
      [acme.client.organizationId],
    );
    await eventually(async () => (await answer(OWN.authToken)) === 403, 5);
    expect(await answer('its-token-from-now-on')).toBe(204);
    await acme.bring(OWN);
    await acme.client.post(`/api/calls/${id}/end`);
    await until(id, 'completed');
  });

  it.each<[object, string]>([
    [{ twilio_account_sid: 'AC1', twilio_auth_token: 'secret-1' }, 'twilio_account_sid'],
    [{ twilio_account_sid: OWN.accountSid }, 'twilio_auth_token'],
    [{ twilio_account_sid: OWN.accountSid, twilio_auth_token: 'two secrets-1' }, 'twilio_auth_token'],
    [{ twilio_account_sid: OWN.accountSid, twilio_auth_token: null }, 'twilio_auth_token'],
    [{ twilio_auth_token: 'secret-1' }, 'twilio_account_sid'],
    [{ twilio_account_sid: null, twilio_auth_token: 'secret-1' }, 'twilio_account_sid'],
  ])('to %j is refused, and repeats no token', async (change, field) => {
    const answer = await acme.client.patch('/api/organization', change);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field }] } });
    expect(answer.text).not.toContain('secret');
    expect((await acme.client.get('/api/organization')).body.twilio_account_sid).toBeNull();
  });

  it('is refused where nobody real is called', async () => {
    const { url } = await line.service.replica({ ownAccounts: null });
    const change = { twilio_account_sid: OWN.accountSid, twilio_auth_token: OWN.authToken };
    expect(await acme.client.with({ url }).patch('/api/organization', change)).toMatchObject({
      status: 409,
      body: { code: 'calls_are_simulated' },
    });
  });
});

describe('the token of an account', () => {
  it('is in no answer, no audit entry and no row', async () => {
    const answers = [
      await acme.bring(OWN),
      await acme.client.get('/api/organization'),
      await acme.bring(NEXT),
      await acme.client.patch('/api/organization', { twilio_account_sid: null }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[1]?.body).toMatchObject({
      twilio_account_sid: OWN.accountSid,
      twilio_auth_token_last_four: '7Qx2',
    });
    const rows = await line.service.db.query(
      `SELECT (SELECT jsonb_agg(encode(a.auth_token_sealed, 'escape')) FROM carrier_accounts a
                WHERE a.organization_id = $1) AS accounts,
              (SELECT jsonb_agg(a) FROM audit_log a WHERE a.organization_id = $1) AS audit`,
      [acme.client.organizationId],
    );
    const seen = JSON.stringify([answers.map(({ text }) => text), rows]);
    for (const { authToken } of [OWN, NEXT]) expect(seen).not.toContain(authToken);
    expect(seen).toContain('carrier_account.saved');
    expect(seen).toContain('carrier_account.removed');
  });

  it('outlives a change of SECRET_KEY, and is sealed with the new one when it is given again', async () => {
    await acme.bring(OWN);
    const { current } = line.service.settings.secretKeys;
    const access = async (secretKeys: { current: string; previous: string[] }) => {
      const { app } = await line.service.replica({ secretKeys });
      return (await (await app.get(Carriers).currentOf(acme.client.organizationId)).checkAccess()).kind;
    };
    expect(await access({ current: NEW_KEY, previous: [current] })).toBe('granted');
    expect(await access({ current: NEW_KEY, previous: [] })).toBe('unreachable');
    const { url } = await line.service.replica({ secretKeys: { current: NEW_KEY, previous: [current] } });
    const change = { twilio_account_sid: NEXT.accountSid, twilio_auth_token: NEXT.authToken };
    expect((await acme.client.with({ url }).patch('/api/organization', change)).status).toBe(200);
    expect(await access({ current: NEW_KEY, previous: [] })).toBe('granted');
  });
});
