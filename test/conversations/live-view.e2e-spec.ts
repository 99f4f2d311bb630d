import { LiveCalls } from '../../src/conversations/live-calls.service.js';
import { openDeafReader } from '../support/deaf-reader.js';
import { openEventStream, type EventStream } from '../support/event-stream.js';
import { aTalk, GREETING, type Talk } from './talk.js';

let talk: Talk;
const open: EventStream[] = [];

beforeAll(async () => {
  // Nobody looks by itself what has become of a call: all news is told.
  talk = await aTalk({ heartbeat: 600_000, lease: 1_200_000 });
});
afterEach(() => open.splice(0).forEach((stream) => stream.close()));
afterAll(() => talk.stop());

async function follow(
  callId: string,
  { url = talk.service.url, after }: { url?: string; after?: string } = {},
): Promise<EventStream> {
  const stream = await openEventStream(`${url}/api/calls/${callId}/live`, {
    'x-api-key': talk.acme.credentials.apiKey,
    'x-organization-id': talk.acme.organizationId,
    ...(after !== undefined && { 'last-event-id': after }),
  });
  open.push(stream);
  return stream;
}

/** As the carrier's last word would. */
async function over({ callId }: { callId: string }): Promise<void> {
  await talk.service.db.query(`UPDATE calls SET status = 'completed', ended_at = now() WHERE id = $1`, [
    callId,
  ]);
  await talk.service.db.query(`SELECT pg_notify('calls', $1)`, [`${talk.acme.organizationId}:${callId}`]);
}

const said = ({ events }: EventStream) =>
  events.filter(({ event }) => event === 'utterance').map(({ data }) => [data['speaker'], data['text']]);

describe('the live view of a call', () => {
  it('tells the status at once, each turn as it is said, and the end, also on another replica', async () => {
    const other = await talk.service.replica();
    const call = await talk.call();
    const phone = await call.greeted();
    const streams = await Promise.all([follow(call.callId), follow(call.callId, { url: other.url })]);
    for (const stream of streams) {
      expect(stream.status).toBe(200);
      expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(stream.headers.get('cache-control')).toBe('no-store');
      const { data } = await stream.next('status');
      expect(data).toEqual((await talk.acme.get(`/api/calls/${call.callId}`)).body);
    }
    talk.answers('At nine.');
    phone.say('When do you open?');
    await phone.listens();
    for (const stream of streams) await stream.next('utterance', ({ text }) => text === 'At nine.');
    await phone.hangUp();
    await call.closed();
    await over(call);
    for (const stream of streams) {
      await stream.next('status', ({ status }) => status === 'completed');
      await stream.next('end');
      await stream.ended;
      expect(said(stream)).toEqual([
        ['agent', GREETING],
        ['customer', 'When do you open?'],
        ['agent', 'At nine.'],
      ]);
    }
  });

  it('that somebody ends on another replica shows the end of the conversation at once', async () => {
    const other = await talk.service.replica();
    const call = await talk.call();
    const phone = await call.greeted();
    const stream = await follow(call.callId);
    const { status } = await talk.acme.with({ url: other.url }).post(`/api/calls/${call.callId}/end`);
    expect(status).toBe(202);
    expect(await phone.handoff()).toEqual({ reason: 'end' });
    await phone.hangUp();
    await call.closed();
    expect(await call.outcomes()).toEqual(['agent-ended']);
    await stream.next('utterance', ({ text }) => text === GREETING);
  });

  it('goes on behind the last event that was seen, and after the end there is nothing', async () => {
    const call = await talk.call();
    const phone = await call.greeted();
    talk.answers('At nine.');
    phone.say('When?');
    await phone.listens();
    const first = await follow(call.callId);
    const { id } = await first.next('utterance', ({ speaker }) => speaker === 'customer');
    first.close();
    const second = await follow(call.callId, { after: id });
    await second.next('utterance');
    expect(said(second)).toEqual([['agent', 'At nine.']]);
    await phone.hangUp();
    await call.closed();
    await over(call);
    const end = await second.next('end');
    expect((await follow(call.callId, { after: end.id })).status).toBe(204);
  });

  it('of a call that is over is its record, and the end', async () => {
    const call = await talk.call();
    await over(call);
    const stream = await follow(call.callId);
    await stream.ended;
    expect(stream.events.map(({ event, id }) => [event, id])).toEqual([
      ['status', '0'],
      ['end', '0.end'],
    ]);
  });

  it('is refused for an id of an event that is none, and with too many open at once', async () => {
    const call = await talk.call();
    expect((await follow(call.callId, { after: 'nonsense' })).status).toBe(400);
    const streams = await Promise.all(Array.from({ length: 51 }, () => follow(call.callId)));
    const refused = streams.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.headers.get('retry-after')).toBe('10');
    streams.forEach((stream) => stream.close());
    // Places become free as readers leave.
    await Promise.all(streams.map(({ ended }) => ended));
    let again = await follow(call.callId);
    while (again.status === 429) again = await follow(call.callId);
    expect(again.status).toBe(200);
  });

  it('is told to fifty readers at once, and to those who read it while another one reads nothing', async () => {
    // However long it takes, the agent does not ask whether somebody is there.
    const call = await talk.call({ silenceSeconds: 600 });
    const phone = await call.greeted();
    const headers = {
      'x-api-key': talk.acme.credentials.apiKey,
      'x-organization-id': talk.acme.organizationId,
    };
    const url = `${talk.service.url}/api/calls/${call.callId}/live`;
    const deaf = await openDeafReader(url, headers);
    const streams = await Promise.all(Array.from({ length: 49 }, () => follow(call.callId)));
    for (const stream of streams) await stream.next('utterance', ({ text }) => text === GREETING);
    // More than two ends of a connection keep between them.
    await talk.service.db.query(
      `INSERT INTO conversation_entries (organization_id, call_id, seq, kind, data)
       SELECT $1, $2, 1000 + n, 'utterance', jsonb_build_object('at', 0, 'turn', 1, 'speaker', 'agent',
              'text', repeat('word ', 20000), 'unspoken', NULL, 'startedAt', 0)
         FROM generate_series(1, 400) AS n`,
      [talk.acme.organizationId, call.callId],
    );
    for (const stream of streams.splice(1)) stream.close();
    await talk.service.db.query(`SELECT pg_notify('calls', $1)`, [
      `${talk.acme.organizationId}:${call.callId}`,
    ]);
    await deaf.gone;
    await streams[0]?.next('utterance', ({ seq }) => seq === 1400);
    talk.answers('At nine.');
    phone.say('When do you open?');
    expect(await phone.listens()).toBe('At nine.');
    await phone.hangUp();
  }, 60_000);

  it('ends when the service stops, so that readers come back elsewhere', async () => {
    const other = await talk.service.replica();
    const call = await talk.call();
    const stream = await follow(call.callId, { url: other.url });
    await stream.next('status');
    other.app.get(LiveCalls).beforeApplicationShutdown();
    await stream.ended;
    expect(stream.events.map(({ event }) => event)).toEqual(['status']);
  });
});
