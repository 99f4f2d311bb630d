import { once } from 'node:events';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { WebSocket } from 'ws';
import { eventually } from '../support/eventually.js';
import { aTalk, type Talk } from './talk.js';

let talk: Talk;
beforeAll(async () => {
  talk = await aTalk();
});
afterAll(() => talk.stop());

/** What the service answers to an upgrade that it refuses. */
async function refused(path: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(talk.service.url.replace('http', 'ws') + path, { headers });
  socket.on('error', () => undefined);
  const [, response] = await once(socket, 'unexpected-response');
  const chunks = await response.toArray();
  return { status: response.statusCode as number, body: JSON.parse(Buffer.concat(chunks).toString()) };
}

const signed = (path: string, token = talk.service.settings.carrier.authToken) => ({
  'x-twilio-signature': getExpectedTwilioSignature(token, talk.service.url.replace('http', 'ws') + path, {}),
});

const REFUSED = { status: 403, body: { code: 'callback_refused', status: 403, details: [] } };

describe('a socket is opened', () => {
  it('by the carrier alone', async () => {
    const call = await talk.call();
    const path = `/voice/relay/${talk.acme.organizationId}/${call.callId}/${call.token}`;
    expect(await refused(path)).toMatchObject(REFUSED);
    expect(await refused(path, signed(path, 'another-token'))).toMatchObject(REFUSED);
    expect(await refused(path, signed(`${path}x`))).toMatchObject(REFUSED);
  });

  it('for the call whose token it brings, while that lives', async () => {
    const [call, other] = [await talk.call(), await talk.call()];
    const org = talk.acme.organizationId;
    const over = await talk.call({}, { status: 'completed', finalized_at: new Date() });
    for (const path of [
      `/voice/relay/${org}/${call.callId}/${other.token}`,
      `/voice/relay/${other.callId}/${call.callId}/${call.token}`,
      `/voice/relay/${org}/nobody/${call.token}`,
      `/voice/relay/${org}/${over.callId}/${over.token}`,
    ])
      expect(await refused(path, signed(path))).toMatchObject(REFUSED);
  });

  it('nowhere else', async () => {
    for (const path of ['/', '/voice/relay', '/voice/relay/a/b/c/d', '/voice/relay/a/b/c?x=1', '/api/calls'])
      expect(await refused(path, signed(path))).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('a carrier that does not keep to its protocol', () => {
  const sockets = async (callId: string): Promise<number> =>
    (await talk.service.db.query(`SELECT 1 FROM relay_sessions WHERE call_id = $1`, [callId])).length;

  it('speaks before it says for which call', async () => {
    const call = await talk.call();
    const phone = (await call.phone()).say('Hello?');
    expect(await phone.isClosed()).toEqual({ code: 1008, reason: 'setup expected' });
    expect(await sockets(call.callId)).toBe(0);
  });

  it('never says for which call', async () => {
    const call = await talk.call();
    const phone = await call.phone();
    expect(await phone.isClosed()).toEqual({ code: 1008, reason: 'no setup' });
    expect(await sockets(call.callId)).toBe(0);
  });

  it.each([
    ['another call', { callSid: 'CAother' }],
    ['another account', { accountSid: 'ACother' }],
  ])('speaks of %s', async (_, ids) => {
    const call = await talk.call();
    const phone = (await call.phone()).setUp(ids);
    expect(await phone.isClosed()).toEqual({ code: 1008, reason: 'not this call' });
    expect(await sockets(call.callId)).toBe(0);
  });

  it('sends ten malformed frames in a row', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    for (let count = 0; count < 9; count++) phone.send('{"type":');
    talk.answers('I am here.');
    phone.say('Hello?');
    expect(await phone.listens()).toBe('I am here.');
    for (let count = 0; count < 10; count++) phone.send('nonsense');
    expect(await phone.isClosed()).toEqual({
      code: 1007,
      reason: 'Too many consecutive malformed messages.',
    });
    expect(await call.closed()).toMatchObject({ transcript: expect.stringContaining('I am here.') });
    expect(await call.outcomes()).toEqual(['dropped']);
  });

  it('sends a frame of a megabyte', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    phone.prompt('x'.repeat(1024 * 1024));
    expect(await phone.isClosed()).toMatchObject({ code: 1009 });
    await call.closed();
    expect(await call.outcomes()).toEqual(['dropped']);
  });

  it('sends a thousand frames at once', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    for (let count = 0; count < 1_000; count++) phone.info('roundTripDelayMs', '1');
    expect(await phone.isClosed()).toMatchObject({ code: 1008 });
  });

  it('sends what nobody knows, and is listened to all the same', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    phone.send({ type: 'sparkles' }).info('mood', 'good').send({ type: 'error', description: 'Invalid, x' });
    talk.answers('I am here.');
    phone.say('Hello?');
    expect(await phone.listens()).toBe('I am here.');
    await phone.hangUp();
    const { turn_events: events } = await call.closed();
    expect(events).toContainEqual(expect.objectContaining({ type: 'error', actor: 'carrier' }));
  });

  it('opens a second socket for a call: the first is over', async () => {
    const call = await talk.call();
    const first = await call.greeted();
    await eventually(async () => (await sockets(call.callId)) === 1);
    const second = (await call.phone()).setUp();
    expect(await first.isClosed()).toMatchObject({ code: 1000 });
    expect(await second.listens()).toContain('I lost you');
    await second.hangUp();
    await eventually(async () => (await call.outcomes()).length === 2);
    expect(await call.outcomes()).toEqual(['dropped', 'customer-ended']);
  });
});
