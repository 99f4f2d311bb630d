import type { RequestListener } from 'node:http';
import { request } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startHttp, stopServers } from '../support/loopback-server.js';
import { ACCOUNT, aLine, anAgentWith, NUMBERS, TOKEN, type Line } from './line.js';

let line: Line;
let recorded: string;

beforeAll(async () => {
  line = await aLine({ timings: { recordingCheck: 300, watchRetry: 200 } });
  recorded = await anAgentWith(line, { record: true });
});
afterAll(() => line.stop());

const RETOLD = { sequence: expect.any(Number), data: expect.anything() };

/** A call that is over, with its recording's address. */
async function aRecordedCall(to: string = NUMBERS.hangsUp): Promise<{ id: string; url: string }> {
  const id = await line.call(to, { agentId: recorded });
  const url = await eventually(async () => (await line.read(id))['recording_url'] as string | null, 20);
  return { id, url: url ?? '' };
}

const withRange = (url: string, range: string) => fetch(url, { headers: { range } });

describe('a recording', () => {
  it('is made when the agent says so, told of, and heard at an address of ours', async () => {
    const { id, url } = await aRecordedCall();
    expect(url).toMatch(new RegExp(`^${line.service.url}/recordings/${line.acme.organizationId}/${id}/`));
    const answer = await fetch(url);
    const sound = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'content-length': String(sound.length),
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(sound.length).toBeGreaterThan(100);
    expect(await line.read(id)).toMatchObject({
      enhanced_context: { recording: { available: true, channels: 2, duration_ms: expect.any(Number) } },
    });
    expect(await line.told(id)).toContainEqual({ type: 'call.recording_ready', ...RETOLD });
  });

  it('is not made otherwise', async () => {
    const id = await line.call(NUMBERS.hangsUp);
    expect(await line.over(id)).toMatchObject({
      recording_url: null,
      enhanced_context: { recording: { available: false } },
    });
  });

  it('is heard in parts, as players ask for them', async () => {
    const { url } = await aRecordedCall();
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    const part = await withRange(url, 'bytes=10-29');
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 10-29/${whole.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 30));
    const tail = await withRange(url, 'bytes=-5');
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-5));
    const beyond = await withRange(url, `bytes=${whole.length}-`);
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${whole.length}`);
    const strange = await withRange(url, 'bytes=a-b');
    expect(strange.status).toBe(200);
    await strange.body?.cancel();
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)]);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  it('shows nobody the carrier or its credentials', async () => {
    const { url } = await aRecordedCall();
    const answer = await fetch(url);
    const shown = JSON.stringify([url, [...answer.headers]]);
    expect(shown).not.toContain(TOKEN);
    expect(shown).not.toContain(line.simulator.url);
    await answer.body?.cancel();
  });

  it.each([
    ['a token of another call', (url: string, other: string) => url.slice(0, -43) + other.slice(-43)],
    ['a guessed token', (url: string) => `${url.slice(0, -43)}${'A'.repeat(43)}`],
    ['an id that is none', (url: string) => url.replace(/[0-9a-f-]{36}\/[^/]+$/, 'x/y')],
    [
      'another organization',
      (url: string) =>
        url.replace(/recordings\/[0-9a-f-]{36}/, 'recordings/01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e'),
    ],
  ])('is not found by %s', async (_, forge) => {
    const [one, two] = [await aRecordedCall(), await aRecordedCall()];
    expect((await request(forge(one.url, two.url))).status).toBe(404);
  });

  it('is asked for when its callback was lost', async () => {
    line.simulator.setKnobs({ dropCallbacks: ['recording'] });
    const { id } = await aRecordedCall();
    line.simulator.setKnobs({});
    expect(await line.told(id)).toContainEqual({ type: 'call.recording_ready', ...RETOLD });
    expect(await line.read(id)).toMatchObject({ enhanced_context: { recording: { available: true } } });
  });

  it('is asked for also when the call was over before the carrier had answered the wish to end it', async () => {
    const id = await line.call(NUMBERS.cooperative, { agentId: recorded });
    await line.until(id, 'in-progress');
    line.simulator.setKnobs({ dropCallbacks: ['recording'], answerAfterCallback: 'completed' });
    expect((await line.acme.post(`/api/calls/${id}/end`)).status).toBe(202);
    await eventually(async () => (await line.read(id))['recording_url'] !== null, 20);
    line.simulator.setKnobs({});
  });

  it('that comes late is told of late, and once', async () => {
    line.simulator.setKnobs({ delayRecordingMs: 600 });
    const { id } = await aRecordedCall();
    line.simulator.setKnobs({});
    await line.simulator.idle();
    const ready = (await line.told(id)).filter(({ type }) => type === 'call.recording_ready');
    expect(ready).toHaveLength(1);
  });

  it('that was never made leaves the call without one', async () => {
    line.simulator.setKnobs({ absentRecording: true });
    const id = await line.call(NUMBERS.hangsUp, { agentId: recorded });
    await line.over(id);
    line.simulator.setKnobs({});
    await eventually(async () => {
      const [row] = (await line.service.db.query(`SELECT watch_at FROM calls WHERE id = $1`, [id])) as {
        watch_at: Date | null;
      }[];
      return row?.watch_at === null;
    }, 20);
    expect((await line.read(id))['recording_url']).toBeNull();
  });
});

describe('a recording while the carrier', () => {
  let replica: Awaited<ReturnType<Line['service']['replica']>>;
  // It would go on with jobs for a carrier that is no more.
  afterEach(() => replica.app.close());
  afterEach(stopServers);

  /** The address of a recording at a replica whose carrier answers so. */
  async function aRecordingAt(listener: RequestListener): Promise<string> {
    const { url } = await aRecordedCall();
    const port = await startHttp(listener);
    const { carrier } = line.service.settings;
    replica = await line.service.replica({
      carrier: { ...carrier, baseUrl: `http://127.0.0.1:${port}` },
    });
    return url.replace(line.service.url, replica.url);
  }

  it.each<[string, RequestListener]>([
    ['is not there', (incoming) => incoming.socket.destroy()],
    ['has a fault', (_, response) => response.writeHead(500).end('AccountSid and secrets')],
    ['refuses our credentials', (_, response) => response.writeHead(401).end()],
  ])('%s is asked for later, and that is said', async (_, listener) => {
    const answer = await request(await aRecordingAt(listener));
    expect(answer).toMatchObject({
      status: 503,
      body: {
        error: 'Recording temporarily unavailable',
        code: 'carrier_unreachable',
        status: 503,
        details: [],
      },
    });
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(answer.text).not.toContain('secrets');
  });

  it('has lost it is not found', async () => {
    const answer = await request(await aRecordingAt((_, response) => response.writeHead(404).end()));
    expect(answer).toMatchObject({ status: 404, body: { error: 'Recording not found' } });
  });

  it('breaks off is broken off too, and not taken for a short one', async () => {
    const url = await aRecordingAt((_, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      response.write('a'.repeat(100), () => response.destroy());
    });
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect((await fetch(new URL('/health/live', url))).status).toBe(200);
  });

  it.each([
    ['is left by its listener', 'GET'],
    ['is asked for its length alone', 'HEAD'],
  ])('%s is let go', async (_, method) => {
    let isLetGo = false;
    const url = await aRecordingAt((_request, response) => {
      response.on('close', () => (isLetGo = true));
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': 1_000_000 });
      response.write('a'.repeat(100));
    });
    const answer = await fetch(url, { method });
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
    await eventually(async () => isLetGo);
  });
});

describe('the links to an organization’s recordings', () => {
  const setting = (sql: string) =>
    line.service.db.query(`UPDATE organizations SET ${sql} WHERE id = $1`, [line.acme.organizationId]);

  it('are void once they are rotated, and a read gives the new one', async () => {
    const { id, url } = await aRecordedCall();
    await setting('recording_link_epoch = recording_link_epoch + 1');
    expect((await request(url)).status).toBe(404);
    const renewed = (await line.read(id))['recording_url'] as string;
    expect(renewed).not.toBe(url);
    expect((await fetch(renewed, { method: 'HEAD' })).status).toBe(200);
  });

  it('are good for so many hours after the call, if the organization says so', async () => {
    const { id, url } = await aRecordedCall();
    await setting('recording_link_hours = 2');
    const back = (hours: number) =>
      line.service.db.query(`UPDATE calls SET ended_at = now() - $2 * interval '1 hour' WHERE id = $1`, [
        id,
        hours,
      ]);
    await back(1.9);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    await back(2.1);
    expect((await request(url)).status).toBe(404);
    await setting('recording_link_hours = NULL');
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  });
});

describe('erasing a contact', () => {
  it('deletes the carrier’s recordings too', async () => {
    const { id, url } = await aRecordedCall('+13125550104');
    const { body } = await line.acme.get(`/api/calls/${id}`);
    const sid = (await line.read(id))['enhanced_context'].telephony.carrier_call_id as string;
    expect(await recordingsOf(sid)).toHaveLength(1);
    const erased = await line.acme.delete(`/api/contacts/${body.contact_id}?erase=true`);
    expect(erased.status).toBe(204);
    expect((await request(url)).status).toBe(404);
    await eventually(async () => (await recordingsOf(sid)).length === 0, 20);
  });
});

/** What the carrier still has of a call. */
async function recordingsOf(callSid: string): Promise<unknown[]> {
  const path = `/2010-04-01/Accounts/${ACCOUNT}/Calls/${callSid}/Recordings.json`;
  const authorization = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`;
  const answer = await fetch(line.simulator.url + path, { headers: { authorization } });
  return ((await answer.json()) as { recordings: unknown[] }).recordings;
}
