import { signature } from '../../src/simulator/signature.js';
import { xml } from './receiver.js';
import { aRig, ACCOUNT, NUMBERS, OWN_NUMBER, type Rig, TOKEN } from './rig.js';

const GEOGRAPHY = ['Called', 'Caller', 'From', 'To'].flatMap((party) =>
  ['City', 'Country', 'State', 'Zip'].map((place) => party + place),
);

describe('callbacks of an outbound call', () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await aRig();
  });
  afterEach(() => rig.stop());

  const progress = () =>
    rig.receiver
      .at('/status')
      .toSorted((a, b) => Number(a.params['SequenceNumber']) - Number(b.params['SequenceNumber']));

  it('tell every stage in numbered order, each under a valid signature', async () => {
    const call = await rig.callOut(NUMBERS.cooperative);
    expect(progress().map(({ params }) => [params['SequenceNumber'], params['CallStatus']])).toEqual([
      ['0', 'initiated'],
      ['1', 'ringing'],
      ['2', 'in-progress'],
      ['3', 'completed'],
    ]);
    expect(rig.receiver.received.every(({ isSigned }) => isSigned)).toBe(true);
    expect(call.deliveries.filter(({ kind }) => kind !== 'document').map(({ result }) => result)).toEqual([
      204, 204, 204, 204,
    ]);
  });

  it('carry every field of the base set, empty places included', async () => {
    const call = await rig.callOut(NUMBERS.cooperative);
    const [initiated, ringing, answered, completed] = progress().map(({ params }) => params);
    expect(initiated).toEqual({
      AccountSid: ACCOUNT,
      ApiVersion: '2010-04-01',
      CallSid: call.sid,
      CallStatus: 'initiated',
      CallbackSource: 'call-progress-events',
      Called: NUMBERS.cooperative,
      Caller: OWN_NUMBER,
      Direction: 'outbound-api',
      From: OWN_NUMBER,
      To: NUMBERS.cooperative,
      SequenceNumber: '0',
      Timestamp: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/),
      ...Object.fromEntries(GEOGRAPHY.map((name) => [name, ''])),
    });
    expect(ringing).toEqual({
      ...initiated,
      CallStatus: 'ringing',
      SequenceNumber: '1',
      StirStatus: 'B',
      Timestamp: ringing?.['Timestamp'],
    });
    expect(answered).toMatchObject({ CallStatus: 'in-progress', StirStatus: 'B' });
    expect(completed).toMatchObject({ SipResponseCode: '200', CallDuration: call.duration, Duration: '1' });
    expect(completed).not.toHaveProperty('StirStatus');
    expect(completed).not.toHaveProperty('RecordingSid');
  });

  it('the request for TwiML has the base set and no progress fields', async () => {
    const call = await rig.callOut(NUMBERS.cooperative);
    const [request] = rig.receiver.at('/twiml');
    expect(request).toMatchObject({ method: 'POST', isSigned: true });
    expect(request?.params).toEqual({
      AccountSid: ACCOUNT,
      ApiVersion: '2010-04-01',
      CallSid: call.sid,
      CallStatus: 'in-progress',
      Called: NUMBERS.cooperative,
      Caller: OWN_NUMBER,
      Direction: 'outbound-api',
      From: OWN_NUMBER,
      To: NUMBERS.cooperative,
      ...Object.fromEntries(GEOGRAPHY.map((name) => [name, ''])),
    });
    expect(request?.headers).toMatchObject({
      'user-agent': 'TwilioProxy/1.1',
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-home-region': expect.any(String),
      'i-twilio-idempotency-token': expect.any(String),
    });
  });

  it('only what was asked for is told; without a choice only the end', async () => {
    await rig.callOut(NUMBERS.cooperative, { statusCallbackEvent: ['ringing', 'completed'] });
    expect(rig.statuses()).toEqual(['ringing', 'completed']);
    rig.receiver.received.length = 0;
    await rig.callOut(NUMBERS.busy, { statusCallbackEvent: undefined });
    expect(rig.statuses()).toEqual(['busy']);
    rig.receiver.received.length = 0;
    await rig.callOut(NUMBERS.busy, { statusCallback: undefined });
    expect(rig.receiver.received).toEqual([]);
  });

  it('go by GET with everything in the query when that is asked for, still signed', async () => {
    await rig.callOut(NUMBERS.cooperative, {
      statusCallbackMethod: 'GET',
      method: 'GET',
      statusCallback: `${rig.receiver.url}/status?tenant=1`,
    });
    expect(rig.receiver.received.map(({ method }) => method)).toEqual(Array.from({ length: 5 }, () => 'GET'));
    expect(rig.receiver.received.every(({ isSigned }) => isSigned)).toBe(true);
    expect(rig.receiver.at('/status')[0]?.params).toMatchObject({ tenant: '1', CallSid: expect.any(String) });
  });

  it('a query in the URL is kept and signed, a fragment is neither sent nor signed', async () => {
    const url = `${rig.receiver.url}/status?call=a%20b&x='1'#rc=2&rp=all`;
    await rig.callOut(NUMBERS.busy, { statusCallback: url, statusCallbackEvent: ['completed'] });
    const [request] = rig.receiver.at('/status');
    expect(request).toMatchObject({ isSigned: true, params: { call: 'a b', x: "'1'" } });
  });

  it('credentials in the URL go as a header and are not signed', async () => {
    const withCredentials = rig.receiver.url.replace('http://', 'http://ava:s%40cret%@');
    await rig.callOut(NUMBERS.busy, { statusCallback: `${withCredentials}/status` });
    const [request] = rig.receiver.at('/status');
    expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('ava:s@cret%').toString('base64')}`);
    expect(request?.headers['x-twilio-signature']).toBe(
      signature(TOKEN, `${rig.receiver.url}/status`, request?.params ?? {}),
    );
  });

  describe('that fail', () => {
    const busy = (fragment: string) =>
      rig.callOut(NUMBERS.busy, {
        statusCallback: `${rig.receiver.url}/status${fragment}`,
        statusCallbackEvent: ['completed'],
      });

    it.each([
      { what: 'a 500', fragment: '', reply: { status: 500 }, attempts: 1 },
      { what: 'a 500', fragment: '#rc=2&rp=5xx', reply: { status: 500 }, attempts: 3 },
      { what: 'a 404', fragment: '#rc=2&rp=5xx', reply: { status: 404 }, attempts: 1 },
      { what: 'a 404', fragment: '#rc=1&rp=4xx,5xx', reply: { status: 404 }, attempts: 2 },
      { what: 'a 404', fragment: '#rc=5&rp=all', reply: { status: 404 }, attempts: 6 },
      { what: 'no answer in time', fragment: '#rc=1&rp=rt&rt=100', reply: { afterMs: 400 }, attempts: 2 },
      { what: 'no answer in time', fragment: '#rc=1&rp=ct&rt=100', reply: { afterMs: 400 }, attempts: 1 },
      { what: 'a closed connection', fragment: '#rc=1&rp=rt', reply: { hangUp: true }, attempts: 2 },
      { what: 'a redirect', fragment: '#rc=5&rp=all', reply: { status: 302 }, attempts: 1 },
    ])(
      '$what with "$fragment" is tried $attempts times, under one token',
      async ({ fragment, reply, attempts }) => {
        rig.receiver.reply('/status', reply);
        const call = await busy(fragment);
        expect(rig.receiver.at('/status')).toHaveLength(attempts);
        const tokens = rig.receiver.at('/status').map(({ headers }) => headers['i-twilio-idempotency-token']);
        expect(new Set(tokens).size).toBe(1);
        expect(call.deliveries).toHaveLength(attempts);
        expect(call.status).toBe('busy');
      },
    );

    it('stop being tried once one succeeds', async () => {
      rig.receiver.reply('/status', { status: 503 }, { status: 503 }, { status: 204 });
      const call = await busy('#rc=5&rp=5xx');
      expect(call.deliveries.map(({ result }) => result)).toEqual([503, 503, 204]);
    });

    it('are tried once more when nobody listens, unless told otherwise', async () => {
      const nowhere = 'http://127.0.0.1:9';
      const once = await rig.callOut(NUMBERS.busy, {
        statusCallback: `${nowhere}/#rc=0`,
        statusCallbackEvent: ['completed'],
      });
      expect(once.deliveries.map(({ result }) => result)).toEqual(['ct']);
      const twice = await rig.callOut(NUMBERS.busy, {
        statusCallback: `${nowhere}/`,
        statusCallbackEvent: ['completed'],
      });
      expect(twice.deliveries.map(({ result }) => result)).toEqual(['ct', 'ct']);
    });
  });

  describe('for TwiML that cannot be had', () => {
    it('the fallback is asked, with the fault', async () => {
      rig.receiver.reply('/twiml', { status: 500 });
      rig.receiver.reply('/fallback', xml('<Hangup/>'));
      const call = await rig.callOut(NUMBERS.cooperative, { fallbackUrl: `${rig.receiver.url}/fallback` });
      expect(call.status).toBe('completed');
      expect(rig.receiver.at('/fallback')[0]?.params).toMatchObject({
        ErrorCode: '11200',
        ErrorUrl: `${rig.receiver.url}/twiml`,
      });
    });

    it('the call ends busy when nobody listens there', async () => {
      const call = await rig.callOut(NUMBERS.cooperative, { url: 'http://127.0.0.1:9/' });
      expect(call.status).toBe('busy');
      expect(progress().at(-1)?.params).toMatchObject({ CallStatus: 'busy', ErrorCode: '11200' });
    });

    it.each([
      ['an error status', { status: 404 }, '11200'],
      ['a redirect', { status: 302 }, '11200'],
      ['JSON', { type: 'application/json', body: '{}' }, '12300'],
      ['no content type', { body: '<Response/>' }, '12300'],
      ['broken XML', { type: 'text/xml', body: '<Response><Say></Response>' }, '12100'],
      ['another root', { type: 'text/xml', body: '<html/>' }, '12100'],
      ['an unknown verb', xml('<Shout>Hi</Shout>'), '12200'],
      ['a document that is too large', xml(`<Say>${'x'.repeat(70_000)}</Say>`), '11750'],
    ])('the call fails after %s', async (_what, reply, code) => {
      rig.receiver.reply('/twiml', reply);
      const call = await rig.callOut(NUMBERS.cooperative);
      expect(call.status).toBe('failed');
      expect(progress().at(-1)?.params).toMatchObject({ CallStatus: 'failed', ErrorCode: code });
    });

    it('a document is asked for again when its URL wants that', async () => {
      rig.receiver.reply('/twiml', { status: 503 }, xml('<Hangup/>'));
      const call = await rig.callOut(NUMBERS.cooperative, { url: `${rig.receiver.url}/twiml#rc=1&rp=5xx` });
      expect(call.status).toBe('completed');
      expect(rig.receiver.at('/twiml')).toHaveLength(2);
    });
  });
});
