import { readFileSync } from 'node:fs';
import { EVENT_TYPES, SUBSCRIBABLE_TYPES, type EventType } from '../../src/events/event-types.js';
import { aLine, type Line } from '../calls/line.js';
import { AnswerSchemas, servedDocument } from '../openapi/answer-schemas.js';
import { eventually } from '../support/eventually.js';
import { stopServers } from '../support/loopback-server.js';
import { aTransfer, everything } from './everything.js';
import { aChange, anEndpoint, startReceiver, type Receiver } from './receiver.js';
import { tellsOfOne } from './told-changes.js';
import { eventsWithTheirWrites, watchWrites, type Write, writesOf } from './write-ledger.js';

let line: Line;
let receiver: Receiver;
/** A call that was talked on and recorded. */
let talked: string;
/** What was written when a call was transferred. */
let transferWrites: Write[];

beforeAll(async () => {
  line = await aLine({ timings: { recordingCheck: 300, watchRetry: 200 } });
  receiver = await startReceiver();
  await anEndpoint(line.acme, receiver.url);
  await watchWrites(line.service.db);
  talked = await everything(line);
  transferWrites = await aTransfer(receiver);
}, 120_000);
afterAll(async () => {
  await line.stop();
  await stopServers();
});

/** What came of a type, once something did. */
const sentOf = (type: EventType) =>
  eventually(async () => {
    // Pauses between attempts are the queue's.
    await line.service.db.query(`UPDATE jobs.job SET start_after = now() WHERE state = 'retry'`);
    const sent = receiver.of(type);
    return sent.length > 0 && sent;
  }, 30);

/** What users name themselves is theirs, and quotes are there when somebody said something. */
const APART = new Set(['variables', 'evidence']);

/** Every key that stands in a value, as a path; lists by their first item. */
function keysOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : keysOf(value[0], `${path}[]`);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const here = `${path}.${key}`;
    return APART.has(key) ? [here] : [here].concat(keysOf(child, here));
  });
}

/** How the document describes a type of event, and what judges by it. */
async function described(type: EventType) {
  const document = await servedDocument(line.service.url);
  const webhook = document.webhooks?.[type] as unknown as { post: Described };
  const { schema, examples } = webhook.post.requestBody.content['application/json'];
  const schemas = new AnswerSchemas(document);
  return { schema, examples, problems: (event: unknown) => schemas.problems(schema, event) };
}

describe('an event as it is sent', () => {
  it.each(EVENT_TYPES)(
    '%s has the fields of its documented example, and is what its schema says, down to the last field',
    async (type) => {
      const { schema, examples, problems } = await described(type);
      const example = examples.whole.value;
      for (const { event } of await sentOf(type)) {
        expect(problems(event)).toEqual([]);
        expect(keysOf(event)).toEqual(keysOf(example));
      }
      expect(problems(example)).toEqual([]);
      const parts = Object.entries(schema.properties.data.oneOf[0].properties);
      expect(
        parts.filter(
          ([name, part]) => isObject(example.data[name]) && !part.$ref && !part.properties && !part.items,
        ),
      ).toEqual([]);
    },
    45_000,
  );

  it.each(EVENT_TYPES)(
    '%s may have data that is too long, which its schema describes as well',
    async (type) => {
      const { examples, problems } = await described(type);
      const { whole, truncated } = examples;
      expect({ ...truncated.value, data: whole.value.data }).toEqual(whole.value);
      expect(truncated.value.data['truncated']).toBe(true);
      expect(problems(truncated.value)).toEqual([]);
      const { contact_id: _, ...less } = truncated.value.data;
      for (const data of [less, { ...truncated.value.data, truncated: false }, {}])
        expect(problems({ ...truncated.value, data })).not.toEqual([]);
    },
  );

  it('with data that is too long is what its schema says, and names what to read', async () => {
    const acme = await line.service.anOrganization();
    const told = await startReceiver();
    await anEndpoint(acme, told.url);
    const variables = { history: 'x'.repeat(65_500) };
    const contact = await aChange(acme, { variables });
    await acme.patch(`/api/contacts/${contact.id}`, { company: 'Analytical Engines' });
    for (const { event } of await told.gets(2)) {
      expect(event.data).toEqual({ truncated: true, call_id: null, contact_id: contact.id });
      expect((await described(event.type)).problems(event)).toEqual([]);
    }
    const { body } = await acme.get(`/api/contacts/${told.received[0]?.event.data.contact_id}`);
    expect(body).toMatchObject({ variables, company: 'Analytical Engines' });
    expect(told.received.map(({ event }) => event.type)).toEqual(['contact.created', 'contact.updated']);
  });
});

describe('the documents', () => {
  it('name every type of event', () => {
    const documents = readFileSync('docs/events.md', 'utf8');
    expect(EVENT_TYPES.filter((type) => !documents.includes(`\`${type}\``))).toEqual([]);
  });
});

/** What became of the call that was talked on, as one type of event tells it. */
const toldOf = (type: EventType) =>
  eventually(async () => (await sentOf(type)).find(({ event }) => event.data.call.id === talked), 30);

/** What may become known of the call only after it was told so: the carrier's word of the end comes when it comes. */
const LATER = {
  'call.analyzed': ['recording_url'],
  'call.recording_ready': ['status', 'call_duration', 'ended_at', 'ended_reason', 'call_success'],
  'call.note_added': ['call_success', 'recording_url'],
};

describe('an event that comes late in a call', () => {
  it.each(['call.analyzed', 'call.recording_ready', 'call.note_added'] as const)(
    '%s shows the call with the very bytes that the API answers',
    async (type) => {
      // Both come in whatever order; the API shows the call as it is after both.
      await toldOf('call.analyzed');
      await toldOf('call.recording_ready');
      const { text, body } = await line.acme.get(`/api/calls/${talked}`);
      expect(JSON.stringify(body)).toBe(text);
      expect(typeof body.recording_url).toBe('string');
      const told = await toldOf(type);
      const { call } = told.event.data;
      const then = JSON.stringify({
        ...body,
        ...Object.fromEntries(LATER[type].map((field) => [field, call[field]])),
      });
      expect(told.body).toContain(`"data":{"call":${then}`);
    },
    60_000,
  );
});

describe('an event that is recorded', () => {
  it.each(SUBSCRIBABLE_TYPES)(
    '%s stands in the transaction of the change that it tells of',
    async (type) => {
      await sentOf(type);
      const writes = type === 'call.transferred' ? transferWrites : await writesOf(line.service.db);
      const told = eventsWithTheirWrites(writes, type);
      expect(told.length).toBeGreaterThan(0);
      expect(told.filter(({ event, beside }) => !tellsOfOne(event, beside))).toEqual([]);
    },
    45_000,
  );
});

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

interface Described {
  requestBody: { content: { 'application/json': DescribedEvent } };
}

interface DescribedEvent {
  examples: Record<'whole' | 'truncated', { value: { data: Record<string, unknown> } }>;
  schema: {
    properties: {
      data: {
        oneOf: [{ properties: Record<string, { $ref?: string; properties?: object; items?: object }> }];
      };
    };
  };
}
