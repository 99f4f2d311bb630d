import { EVENT_TYPES } from '../../src/events/event-types.js';
import { aLine, NUMBERS, type Line } from '../calls/line.js';
import { request } from '../support/client.js';
import { stopServers } from '../support/loopback-server.js';
import { aChange, anEndpoint, startReceiver, type Receiver } from './receiver.js';

let line: Line;
let receiver: Receiver;

beforeAll(async () => {
  line = await aLine();
  receiver = await startReceiver();
}, 30_000);
afterAll(async () => {
  await line.stop();
  await stopServers();
});

describe('the events of a call', () => {
  it('come numbered and in order, and end with the very bytes that the API answers', async () => {
    await anEndpoint(line.acme, receiver.url, { agent_id: line.agentId });
    await aChange(line.acme);
    const id = await line.call(NUMBERS.busy);
    await line.over(id);
    const told = await line.told(id);
    await receiver.gets(told.length);
    expect(receiver.received.map(({ event }) => [event.sequence, event.type])).toEqual(
      told.map(({ sequence, type }) => [sequence, type]),
    );
    const { text } = await line.acme.get(`/api/calls/${id}`);
    const [ended] = receiver.of('call.ended');
    expect(ended?.body.endsWith(`"data":{"call":${text}}}`)).toBe(true);
  }, 30_000);
});

describe('the documented events', () => {
  it('are all there are, each with an example of its whole body', async () => {
    const { body: document } = await request(`${line.service.url}/openapi.json`);
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES]);
    for (const type of EVENT_TYPES) {
      const { schema, examples } = document.webhooks[type].post.requestBody.content['application/json'];
      expect(examples.whole.value).toMatchObject({ type, data: expect.any(Object) });
      expect(schema.required).toEqual(Object.keys(schema.properties));
    }
    const sent = receiver.of('call.ended')[0]?.event;
    const { whole } = document.webhooks['call.ended'].post.requestBody.content['application/json'].examples;
    expect([Object.keys(sent), Object.keys(sent.data.call)]).toEqual([
      Object.keys(whole.value),
      Object.keys(whole.value.data.call),
    ]);
  });
});
