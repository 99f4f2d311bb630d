import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import type { PlaceCall } from '../../src/telephony/carrier.js';
import type { StatusEvent } from '../../src/telephony/carrier-events.js';
import { TwilioAdapter } from '../../src/telephony/twilio.adapter.js';
import { type Simulator, startSimulator } from '../../src/simulator/simulator.server.js';

const ACCOUNT = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'token-of-the-account' };
const OUR_NUMBER = '+13125550199';

interface World {
  carrier: TwilioAdapter;
  simulator: Simulator;
  events: StatusEvent[];
  /** Paths of callbacks whose signature did not hold. */
  refused: string[];
}

/** The adapter, the simulated carrier, and a listener that takes callbacks the way the product does. */
async function world(knobs: NonNullable<Parameters<typeof startSimulator>[0]['knobs']> = {}) {
  const simulator = await startSimulator({ ...ACCOUNT, numbers: [OUR_NUMBER], pace: 0.01, seed: 1, knobs });
  const events: StatusEvent[] = [];
  const refused: string[] = [];
  const listener = http.createServer((request, response) => {
    void buffer(request).then((rawBody) => {
      const { url: originalUrl = '', headers } = request;
      const params = carrier.verifyCallback({ originalUrl, headers, rawBody });
      if (!params) {
        refused.push(originalUrl);
        return response.writeHead(403).end();
      }
      if (originalUrl.startsWith('/status')) events.push(carrier.parseStatus(params));
      const document = carrier.renderFarewell({ text: 'Hello & good-bye.', language: 'en-US' });
      return response.writeHead(200, { 'Content-Type': document.contentType }).end(document.body);
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const publicBaseUrl = () => `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const carrier = new TwilioAdapter({
    publicBaseUrl,
    carrier: { ...ACCOUNT, name: 'simulator', baseUrl: simulator.url, previousAuthToken: null, apiKey: null },
  });
  stop.push(async () => {
    await simulator.stop();
    listener.close();
    listener.closeAllConnections();
  });
  return { carrier, simulator, events, refused } satisfies World;
}

const stop: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stop.splice(0).map((end) => end()));
});

const callTo = (to: string): PlaceCall => ({
  to,
  from: OUR_NUMBER,
  callbacks: { answer: '/answer', status: '/status' },
  ringTimeoutSeconds: 30,
  maxDurationSeconds: 600,
  voicemailDetection: null,
  recording: { callback: '/recording' },
});

describe('a call through the simulated carrier', () => {
  it('is placed, rings, is answered, hears the document and ends; its recording can be heard', async () => {
    const { carrier, simulator, events, refused } = await world();
    const placed = await carrier.place(callTo('+13125550111'));
    await simulator.idle();
    expect(placed.kind).toBe('accepted');
    const statuses = events.toSorted((a, b) => (a.sequenceNumber ?? 0) - (b.sequenceNumber ?? 0));
    expect(statuses.map((event) => event.status)).toEqual(['queued', 'ringing', 'in-progress', 'completed']);
    expect(new Set(events.map((event) => event.carrierCallId))).toEqual(
      new Set([placed.kind === 'accepted' && placed.carrierCallId]),
    );
    expect(refused).toEqual([]);
    const media = await carrier.openRecording(statuses.at(-1)?.recordingId ?? '');
    expect(media.kind === 'found' && (await text(media.body)).length).toBeGreaterThan(0);
  });

  it.each([
    ['+13125550101', 'busy', 'customer-busy'],
    ['+13125550102', 'no-answer', 'customer-did-not-answer'],
    ['+13125550108', 'failed', 'invalid-destination'],
  ])('to %s ends %s: %s', async (to, status, reason) => {
    const { carrier, simulator, events } = await world();
    await carrier.place(callTo(to));
    await simulator.idle();
    expect(events.find((event) => event.obstacle)).toMatchObject({ status, obstacle: { reason } });
  });

  it('whose acceptance got lost is unknown, was dialled once, and is found again', async () => {
    const { carrier, simulator } = await world({ closeAfterAccept: true });
    const since = new Date(Date.now() - 1000);
    expect(await carrier.place(callTo('+13125550111'))).toMatchObject({ kind: 'unknown' });
    expect(simulator.ledger()).toHaveLength(1);
    const found = await carrier.findCalls({ to: '+13125550111', from: OUR_NUMBER, since });
    expect(found.kind === 'found' && found.calls.map((call) => call.carrierCallId)).toEqual([
      simulator.ledger()[0]?.callSid,
    ]);
  });

  it('refuses forged callbacks and reads the true ones', async () => {
    const { carrier, simulator, events, refused } = await world({
      forgeCallbacks: true,
      shuffleProgress: true,
    });
    await carrier.place(callTo('+13125550111'));
    await simulator.idle();
    expect(refused.length).toBeGreaterThan(0);
    expect(events.map((event) => event.status)).not.toContain('failed');
  });

  it('is canceled while it rings, hung up when answered, and over after that', async () => {
    const { carrier, simulator, events } = await world();
    const placed = await carrier.place(callTo('+13125550102'));
    const id = placed.kind === 'accepted' ? placed.carrierCallId : '';
    expect(await carrier.cancel(id)).toBe('ended');
    await simulator.idle();
    expect(events.at(-1)?.status).toBe('canceled');
    expect(await carrier.hangUp(id)).toBe('already-over');
    expect(await carrier.hangUp('CA00000000000000000000000000000000')).toBe('not-found');
  });

  it('to a number that is none is refused with the carrier’s code', async () => {
    const { carrier, simulator } = await world();
    expect(await carrier.place(callTo('+1'))).toMatchObject({ kind: 'rejected', carrierCode: '21211' });
    expect(simulator.ledger()).toEqual([]);
  });
});
