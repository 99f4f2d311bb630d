import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';
import type { PlaceCall } from '../../src/telephony/carrier.js';
import { type TelephonyOptions, TwilioAdapter } from '../../src/telephony/twilio.adapter.js';
import { closedAddress, json, rawStandIn, refusal, type StandIn, standIn } from './stand-in-carrier.js';

const ACCOUNT = 'AC00000000000000000000000000000001';
const TOKEN = 'token-of-the-account';
const PUBLIC = 'https://voice.example.com';
const CALL = 'CA00000000000000000000000000000001';

const CALL_TO_PLACE: PlaceCall = {
  to: '+15551234567',
  from: '+15550002222',
  callbacks: { answer: '/carrier/answer/1', status: '/carrier/status/1' },
  ringTimeoutSeconds: 30,
  maxDurationSeconds: 600,
  voicemailDetection: { when: 'answer', callback: '/carrier/voicemail/1' },
  recording: { callback: '/carrier/recording/1' },
};

const open: Pick<StandIn, 'close'>[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

function carrierAt(baseUrl: string, more: Partial<TelephonyOptions['carrier']> = {}): TwilioAdapter {
  const account = {
    name: 'twilio',
    accountSid: ACCOUNT,
    authToken: TOKEN,
    previousAuthToken: null,
    apiKey: null,
  };
  return new TwilioAdapter({
    publicBaseUrl: () => `${PUBLIC}/`,
    carrier: { ...account, baseUrl, timeoutMs: 400, ...more },
  });
}

async function replying(...reply: Parameters<typeof standIn>) {
  const server = await standIn(...reply);
  open.push(server);
  return { server, carrier: carrierAt(server.url) };
}

async function connecting(...behave: Parameters<typeof rawStandIn>) {
  const server = await rawStandIn(...behave);
  open.push(server);
  return server;
}

const callResource = (more: object = {}) => ({
  sid: CALL,
  status: 'queued',
  direction: 'outbound-api',
  from: '+15550002222',
  to: '+15551234567',
  date_created: 'Sun, 30 Aug 2026 08:34:16 +0000',
  start_time: null,
  end_time: null,
  duration: null,
  ...more,
});

describe('placing a call', () => {
  it('is one signed-in form POST to Twilio’s own path, on a connection that is not kept', async () => {
    const { server, carrier } = await replying(json(201, callResource()));
    expect(await carrier.place(CALL_TO_PLACE)).toEqual({ kind: 'accepted', carrierCallId: CALL });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: `/2010-04-01/Accounts/${ACCOUNT}/Calls.json`,
      headers: {
        authorization: `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        connection: 'close',
      },
    });
    const retries = '#rc=2&rp=ct,rt,5xx';
    const sent = [...(server.requests[0]?.form ?? [])].map(([name, value]) => `${name}=${value}`);
    expect(sent.toSorted()).toEqual([
      'AsyncAmd=true',
      `AsyncAmdStatusCallback=${PUBLIC}/carrier/voicemail/1${retries}`,
      'From=+15550002222',
      'MachineDetection=Enable',
      'MachineDetectionTimeout=30',
      'Record=true',
      'RecordingChannels=dual',
      `RecordingStatusCallback=${PUBLIC}/carrier/recording/1${retries}`,
      'RecordingStatusCallbackEvent=absent',
      'RecordingStatusCallbackEvent=completed',
      `StatusCallback=${PUBLIC}/carrier/status/1${retries}`,
      'StatusCallbackEvent=answered',
      'StatusCallbackEvent=completed',
      'StatusCallbackEvent=initiated',
      'StatusCallbackEvent=ringing',
      'TimeLimit=600',
      'Timeout=30',
      'To=+15551234567',
      'Trim=do-not-trim',
      `Url=${PUBLIC}/carrier/answer/1${retries}`,
    ]);
  });

  it('signs in with an API key when there is one', async () => {
    const { server } = await replying(json(201, callResource()));
    const carrier = carrierAt(server.url, { apiKey: { sid: 'SK1', secret: 'shh' } });
    await carrier.place(CALL_TO_PLACE);
    expect(server.requests[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('SK1:shh').toString('base64')}`,
    );
    expect(server.requests[0]?.path).toContain(ACCOUNT);
  });

  it('opens a new connection for each call', async () => {
    const { server, carrier } = await replying(json(201, callResource()));
    await carrier.place(CALL_TO_PLACE);
    await carrier.place(CALL_TO_PLACE);
    expect(server.connections()).toBe(2);
  });

  it('goes to the configured host even where the environment names a Twilio region', async () => {
    process.env['TWILIO_REGION'] = 'ie1';
    process.env['TWILIO_EDGE'] = 'dublin';
    try {
      const { server } = await replying(json(201, callResource()));
      const host = new URL(server.url).host.replace('127.0.0.1', 'localhost');
      expect(await carrierAt(`http://${host}`).place(CALL_TO_PLACE)).toMatchObject({ kind: 'accepted' });
      expect(server.requests[0]?.headers.host).toBe(host);
    } finally {
      delete process.env['TWILIO_REGION'];
      delete process.env['TWILIO_EDGE'];
    }
  });
});

describe('a call that was certainly not dialled may be tried again', () => {
  it('when nobody listens', async () => {
    const outcome = await carrierAt(await closedAddress()).place(CALL_TO_PLACE);
    expect(outcome).toMatchObject({ kind: 'not-sent', cause: 'unreachable', retryAfterSeconds: null });
    expect(outcome).toHaveProperty('message', expect.stringContaining('ECONNREFUSED'));
  });

  it('when the host has no address', async () => {
    const outcome = await carrierAt('https://carrier.invalid').place(CALL_TO_PLACE);
    expect(outcome).toMatchObject({ kind: 'not-sent', cause: 'unreachable' });
  });

  it('when TLS fails before the request could be written', async () => {
    const server = await connecting((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const outcome = await carrierAt(server.url.replace('http:', 'https:')).place(CALL_TO_PLACE);
    expect(outcome).toMatchObject({ kind: 'not-sent', cause: 'unreachable' });
    expect(server.connections()).toBe(1);
  });

  it('when the connection is reset during the TLS handshake', async () => {
    const server = await connecting((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const outcome = await carrierAt(server.url.replace('http:', 'https:')).place(CALL_TO_PLACE);
    expect(outcome).toMatchObject({ kind: 'not-sent', cause: 'unreachable' });
    expect(server.connections()).toBe(1);
  });

  it('when the TLS handshake hangs until the time-out', async () => {
    const server = await connecting(() => {});
    const outcome = await carrierAt(server.url.replace('http:', 'https:')).place(CALL_TO_PLACE);
    expect(outcome).toEqual({
      kind: 'not-sent',
      cause: 'unreachable',
      message: 'No answer within 400 ms',
      retryAfterSeconds: null,
    });
  });

  it('when the carrier limits the rate, after the time it asks for', async () => {
    const { server, carrier } = await replying(
      json(429, { code: 20429, status: 429 }, { 'Retry-After': '7' }),
    );
    expect(await carrier.place(CALL_TO_PLACE)).toMatchObject({
      kind: 'not-sent',
      cause: 'rate-limited',
      retryAfterSeconds: 7,
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a call that may have been dialled is never repeated', () => {
  const afterTheRequest: [string, Parameters<typeof standIn>[0]][] = [
    ['the connection is reset', (response) => response.socket?.resetAndDestroy()],
    ['the connection is closed', (response) => response.socket?.destroy()],
    ['a gateway times out (504)', (response) => response.writeHead(504).end('<html>Gateway Time-out</html>')],
    ['the carrier fails (500)', refusal(500, 20500, 'Internal Server Error')],
    ['the carrier is overloaded (503)', json(503, { code: 20503, status: 503 }, { 'Retry-After': '1' })],
    ['no answer comes in time', () => {}],
    ['the answer drips beyond the time-out', (response) => drip(response)],
    ['the answer breaks off', (response) => breakOff(response)],
    ['the answer is no JSON', (response) => response.writeHead(201).end('<html>OK</html>')],
    ['the answer names no call', json(201, { status: 'queued' })],
    ['the answer is empty', (response) => response.writeHead(201).end()],
    ['the answer is a redirect', (response) => response.writeHead(307, { Location: '/elsewhere' }).end()],
    ['the answer is no HTTP', (response) => response.socket?.end('garbage\r\n\r\n')],
  ];

  it.each(afterTheRequest)('when %s after the request', async (_, reply) => {
    const { server, carrier } = await replying(reply);
    expect(await carrier.place(CALL_TO_PLACE)).toMatchObject({
      kind: 'unknown',
      message: expect.any(String),
    });
    expect(server.requests).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });

  it('when the connection is reset at the first bytes of the request', async () => {
    const server = await connecting((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await carrierAt(server.url).place(CALL_TO_PLACE)).toMatchObject({ kind: 'unknown' });
    expect(server.connections()).toBe(1);
  });
});

describe('a call that the carrier refuses', () => {
  it.each([
    [400, 21211, 'invalid-destination', false],
    [400, 21215, 'provider-rejected', false],
    [401, 20003, 'provider-rejected', false],
    [400, 10004, 'concurrency-limit-reached', true],
    [400, 22005, 'provider-unavailable', true],
    [404, 20404, 'provider-rejected', false],
  ])('with %i and code %i ends as %s, worth another try: %s', async (status, code, reason, retryable) => {
    const { server, carrier } = await replying(refusal(status, code, 'The carrier says why'));
    expect(await carrier.place(CALL_TO_PLACE)).toMatchObject({
      kind: 'rejected',
      carrierCode: String(code),
      message: 'The carrier says why',
      obstacle: { reason, retryable },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('in the newer error shape (RFC 9457) is refused just so', async () => {
    const problem = { type: 'https://x', title: 'Invalid To', status: 400, code: 21211 };
    const { carrier } = await replying(json(400, problem));
    expect(await carrier.place(CALL_TO_PLACE)).toMatchObject({ kind: 'rejected', carrierCode: '21211' });
  });

  it('by a proxy that speaks no JSON has no code', async () => {
    const { carrier } = await replying((response) => response.writeHead(403).end('<html>Forbidden</html>'));
    expect(await carrier.place(CALL_TO_PLACE)).toMatchObject({
      kind: 'rejected',
      carrierCode: null,
      obstacle: { reason: 'provider-rejected', category: 'request' },
    });
  });
});

describe('ending a call', () => {
  /** A carrier whose call has `status` when it is asked, and that answers an update with `update`. */
  const holding = (status: string, update: Parameters<typeof standIn>[0]) =>
    replying((response, request) =>
      (request.method === 'GET' ? json(200, callResource({ status })) : update)(response, request),
    );
  const nowShowing = (status: string) => json(200, callResource({ status }));
  const tooLate = refusal(400, 21220, 'Call is not in-progress. Cannot redirect.');

  it.each<['cancel' | 'hangUp', string, string]>([
    ['cancel', 'canceled', 'ended'],
    ['cancel', 'queued', 'ended'],
    ['cancel', 'ringing', 'ended'],
    ['cancel', 'completed', 'already-over'],
    ['cancel', 'busy', 'already-over'],
    ['hangUp', 'completed', 'ended'],
    ['hangUp', 'in-progress', 'ended'],
    ['hangUp', 'no-answer', 'already-over'],
  ])('%s, answered with a call that is %s: %s', async (operation, status, outcome) => {
    const { server, carrier } = await replying(nowShowing(status));
    expect(await carrier[operation](CALL)).toBe(outcome);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: callPath });
    expect(server.requests[0]?.form.get('Status')).toBe(operation === 'cancel' ? 'canceled' : 'completed');
  });

  it.each<['cancel' | 'hangUp', string, string]>([
    ['cancel', 'completed', 'already-over'],
    ['hangUp', 'completed', 'already-over'],
    ['hangUp', 'in-progress', 'unreachable'],
    ['cancel', 'ringing', 'unreachable'],
  ])('%s, refused for a call that is %s: %s', async (operation, status, outcome) => {
    const { carrier } = await holding(status, tooLate);
    expect(await carrier[operation](CALL)).toBe(outcome);
  });

  it.each<[string, Parameters<typeof standIn>[0]]>([
    ['says so', nowShowing('in-progress')],
    ['refuses', tooLate],
  ])('a call answered before it could be canceled is hung up, when the carrier %s', async (_, toCancel) => {
    const { server, carrier } = await holding('in-progress', (response, request) =>
      (request.form.get('Status') === 'canceled' ? toCancel : nowShowing('completed'))(response, request),
    );
    expect(await carrier.cancel(CALL)).toBe('ended');
    expect(server.requests.map((request) => request.form.get('Status')).filter(Boolean)).toEqual([
      'canceled',
      'completed',
    ]);
  });

  it.each<[string, Parameters<typeof standIn>[0], string]>([
    ['knows no such call', refusal(404, 20404, 'Not found'), 'not-found'],
    ['fails', refusal(500, 20500, 'Internal'), 'unreachable'],
    ['limits the rate', refusal(429, 20429, 'Slow down'), 'unreachable'],
    ['refuses our credentials', refusal(401, 20003, 'Authenticate'), 'unreachable'],
    ['does not answer', () => {}, 'unreachable'],
  ])('of a carrier that %s', async (_, reply, outcome) => {
    const { carrier } = await replying(reply);
    expect(await carrier.hangUp(CALL)).toBe(outcome);
    expect(await carrier.cancel(CALL)).toBe(outcome);
  });
});

const callPath = `/2010-04-01/Accounts/${ACCOUNT}/Calls/${CALL}.json`;

describe('asking about a call', () => {
  it('shows what the carrier’s books hold', async () => {
    const { server, carrier } = await replying(
      json(
        200,
        callResource({
          status: 'completed',
          start_time: 'Sun, 30 Aug 2026 08:34:18 +0000',
          end_time: 'Sun, 30 Aug 2026 08:34:28 +0000',
          duration: '10',
        }),
      ),
    );
    expect(await carrier.fetch(CALL)).toEqual({
      kind: 'found',
      call: {
        carrierCallId: CALL,
        status: 'completed',
        carrierStatus: 'completed',
        obstacle: null,
        direction: 'outbound',
        from: '+15550002222',
        to: '+15551234567',
        createdAt: new Date('2026-08-30T08:34:16.000Z'),
        startedAt: new Date('2026-08-30T08:34:18.000Z'),
        endedAt: new Date('2026-08-30T08:34:28.000Z'),
        durationSeconds: 10,
      },
    });
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: callPath });
  });

  it('leaves unknown what is not known yet', async () => {
    const { carrier } = await replying(json(200, callResource({ status: 'queued', date_created: null })));
    expect(await carrier.fetch(CALL)).toMatchObject({
      call: { status: 'queued', createdAt: null, startedAt: null, endedAt: null, durationSeconds: null },
    });
  });

  it('names why it did not come about', async () => {
    const { carrier } = await replying(json(200, callResource({ status: 'no-answer' })));
    expect(await carrier.fetch(CALL)).toMatchObject({
      call: { obstacle: { reason: 'customer-did-not-answer' } },
    });
  });

  it.each<[string, Parameters<typeof standIn>[0], string]>([
    ['knows no such call', refusal(404, 20404, 'Not found'), 'not-found'],
    ['fails', refusal(500, 20500, 'Internal'), 'unreachable'],
    ['refuses our credentials', refusal(401, 20003, 'Authenticate'), 'unreachable'],
    ['limits the rate', refusal(429, 20429, 'Slow down'), 'unreachable'],
    ['does not answer', () => {}, 'unreachable'],
  ])('of a carrier that %s', async (_, reply, kind) => {
    const { carrier } = await replying(reply);
    expect(await carrier.fetch(CALL)).toMatchObject({ kind });
  });
});

describe('looking for calls between two numbers', () => {
  const search = { to: '+15551234567', from: '+15550002222', since: new Date('2026-08-30T08:34:16.500Z') };
  const page = (calls: object[], next: string | null = null) => ({ calls, next_page_uri: next });

  it('finds those we placed since then, without Twilio’s filter of whole days', async () => {
    const { server, carrier } = await replying(
      json(
        200,
        page([
          callResource({ sid: 'CA2', date_created: 'Sun, 30 Aug 2026 08:34:20 +0000' }),
          callResource({ sid: 'CA1' }),
          callResource({ sid: 'CA0', date_created: 'Sun, 30 Aug 2026 08:34:15 +0000' }),
          callResource({ sid: 'CA9', direction: 'inbound', date_created: 'Sun, 30 Aug 2026 08:34:21 +0000' }),
        ]),
      ),
    );
    const found = await carrier.findCalls(search);
    expect(found.kind === 'found' && found.calls.map((call) => call.carrierCallId)).toEqual(['CA2', 'CA1']);
    const asked = new URL(server.requests[0]?.path ?? '', server.url);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      To: search.to,
      From: search.from,
      PageSize: '50',
    });
  });

  it('finds none', async () => {
    const { carrier } = await replying(json(200, page([])));
    expect(await carrier.findCalls(search)).toEqual({ kind: 'found', calls: [] });
  });

  it.each<[string, Parameters<typeof standIn>[0]]>([
    ['fails', refusal(500, 20500, 'Internal')],
    ['refuses', refusal(401, 20003, 'Authenticate')],
    ['does not answer', () => {}],
  ])('does not take a carrier that %s for one without calls', async (_, reply) => {
    const { carrier } = await replying(reply);
    expect(await carrier.findCalls(search)).toMatchObject({
      kind: 'unreachable',
      message: expect.any(String),
    });
  });
});

describe('a recording', () => {
  it('streams with the range that was asked for, and with our credentials', async () => {
    const { server, carrier } = await replying((response) => {
      response.writeHead(206, {
        'Content-Type': 'audio/mpeg',
        'Content-Range': 'bytes 0-3/100',
        'Content-Length': 4,
      });
      response.end('ID3x');
    });
    const media = await carrier.openRecording('RE1', 'bytes=0-3');
    expect(media).toMatchObject({
      kind: 'found',
      status: 206,
      contentType: 'audio/mpeg',
      contentLength: '4',
      contentRange: 'bytes 0-3/100',
    });
    expect(media.kind === 'found' && (await text(media.body))).toBe('ID3x');
    expect(server.requests[0]).toMatchObject({
      path: `/2010-04-01/Accounts/${ACCOUNT}/Recordings/RE1.mp3`,
      headers: {
        range: 'bytes=0-3',
        authorization: `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`,
      },
    });
  });

  it('kept elsewhere is fetched from there without our credentials', async () => {
    const storage = await standIn((response) => response.writeHead(200).end('sound'));
    open.push(storage);
    const { carrier } = await replying((response) =>
      response.writeHead(307, { Location: storage.url }).end(),
    );
    const media = await carrier.openRecording('RE1');
    expect(media.kind === 'found' && (await text(media.body))).toBe('sound');
    expect(storage.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each<[string, Parameters<typeof standIn>[0], string, string]>([
    ['is not there', refusal(404, 20404, 'Not found'), 'not-found', 'not-found'],
    ['cannot be asked for now', refusal(500, 20500, 'Internal'), 'unreachable', 'unreachable'],
    ['gets no answer', () => {}, 'unreachable', 'unreachable'],
  ])('that %s', async (_, reply, opened, deleted) => {
    const { carrier } = await replying(reply);
    expect(await carrier.openRecording('RE1')).toMatchObject({ kind: opened });
    expect(await carrier.deleteRecording('RE1')).toBe(deleted);
  });

  it('is deleted at the carrier', async () => {
    const { server, carrier } = await replying((response) => response.writeHead(204).end());
    expect(await carrier.deleteRecording('RE1')).toBe('deleted');
    expect(server.requests[0]).toMatchObject({
      method: 'DELETE',
      path: `/2010-04-01/Accounts/${ACCOUNT}/Recordings/RE1.json`,
    });
  });

  it('cannot be named so that another address is asked', async () => {
    const { server, carrier } = await replying((response) => response.writeHead(404).end());
    await carrier.openRecording('../../Calls');
    expect(server.requests[0]?.path).toBe(`/2010-04-01/Accounts/${ACCOUNT}/Recordings/..%2F..%2FCalls.mp3`);
  });
});

describe('how a call sounded', () => {
  const SUMMARY = `/v1/Voice/${CALL}/Summary`;
  const measured = { codec_name: 'pcmu', packets_loss_percentage: 0.1, jitter: { avg: 3.5, max: 9 } };
  const summary = (state: string, more: object = {}) => ({
    account_sid: ACCOUNT,
    call_sid: CALL,
    processing_state: state,
    carrier_edge: { metrics: { inbound: measured, outbound: null } },
    sip_edge: null,
    client_edge: null,
    ...more,
  });
  const quality = {
    codec: 'PCMU',
    inbound: { lossPercent: 0.1, jitterMs: 3.5, mos: null },
    outbound: null,
    roundTripMs: null,
  };
  const notYet = refusal(404, 20404, `The requested resource ${SUMMARY} was not found`);

  it('is asked of Voice Insights, signed in as for everything else', async () => {
    const { server, carrier } = await replying(json(200, summary('complete')));
    expect(await carrier.fetchSoundQuality(CALL)).toEqual({ kind: 'found', quality, isFinal: true });
    expect(server.requests).toMatchObject([
      {
        method: 'GET',
        path: SUMMARY,
        headers: { authorization: `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}` },
      },
    ]);
  });

  it('is told in part before the summary is complete', async () => {
    const { server, carrier } = await replying((response, request) =>
      request.path === SUMMARY ? notYet(response, request) : json(200, summary('partial'))(response, request),
    );
    expect(await carrier.fetchSoundQuality(CALL)).toEqual({ kind: 'found', quality, isFinal: false });
    expect(server.requests.map(({ path }) => path)).toEqual([SUMMARY, `${SUMMARY}?ProcessingState=partial`]);
  });

  it.each([
    ['a part that came unasked', json(200, summary('partial')), { kind: 'found', quality, isFinal: false }],
    [
      'a summary without figures',
      json(200, summary('complete', { carrier_edge: {} })),
      { kind: 'found', quality: null, isFinal: true },
    ],
    ['no summary', notYet, { kind: 'not-found' }],
    [
      'an account that is not told',
      refusal(403, 20403, 'Not for you'),
      { kind: 'refused', message: 'Not for you' },
    ],
    [
      'an account that is not believed',
      refusal(401, 20003, 'Authenticate'),
      { kind: 'refused', message: 'Authenticate' },
    ],
    ['too many requests', refusal(429, 20429, 'Slow down'), { kind: 'unreachable' }],
    ['a fault of the carrier’s', refusal(500, 20500, 'Oops'), { kind: 'unreachable', message: 'Oops' }],
    ['what is no summary', json(200, []), { kind: 'found', quality: null, isFinal: false }],
    [
      'half an answer',
      (response: ServerResponse) => void response.writeHead(200).end('{"carr'),
      { kind: 'unreachable' },
    ],
  ])('is judged by the answer: %s', async (_, reply, told) => {
    const { carrier } = await replying(reply);
    expect(await carrier.fetchSoundQuality(CALL)).toMatchObject(told);
  });

  it('is not known while the carrier cannot be reached', async () => {
    const carrier = carrierAt(await closedAddress());
    expect(await carrier.fetchSoundQuality(CALL)).toMatchObject({ kind: 'unreachable' });
  });
});

describe('a callback', () => {
  const params = {
    AccountSid: ACCOUNT,
    CallSid: CALL,
    CallStatus: 'ringing',
    SequenceNumber: '1',
    ToCity: '',
  };
  const path = '/carrier/status/1';
  const request = (token: string, url = PUBLIC + path) => ({
    originalUrl: path,
    headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(token, url, params) },
    rawBody: Buffer.from(new URLSearchParams(params).toString()),
  });

  it('signed by Twilio’s SDK for the public address is taken and read', () => {
    const carrier = carrierAt('http://127.0.0.1:1');
    const verified = carrier.verifyCallback(request(TOKEN));
    expect(verified).toEqual(params);
    expect(carrier.parseStatus(verified ?? {})).toMatchObject({ carrierCallId: CALL, status: 'ringing' });
  });

  it('signed for another address or with another token is not', () => {
    const carrier = carrierAt('http://127.0.0.1:1');
    expect(carrier.verifyCallback(request(TOKEN, `http://evil.example${path}`))).toBeNull();
    expect(carrier.verifyCallback(request('guessed'))).toBeNull();
  });

  it('signed with the previous token is taken while the token is rotated, also when an API key makes the requests', () => {
    const carrier = carrierAt('http://127.0.0.1:1', {
      previousAuthToken: 'before',
      apiKey: { sid: 'SK1', secret: 'shh' },
    });
    expect(carrier.verifyCallback(request('before'))).toEqual(params);
    expect(carrier.verifyCallback(request(TOKEN))).toEqual(params);
    expect(carrier.verifyCallback(request('shh'))).toBeNull();
  });
});

/** Sends a byte now and then, each within any idle time-out. */
function drip(response: import('node:http').ServerResponse): void {
  response.writeHead(201, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

function breakOff(response: import('node:http').ServerResponse): void {
  response.writeHead(201, { 'Content-Length': 1000 });
  response.write('{"sid":', () => response.socket?.resetAndDestroy());
}
