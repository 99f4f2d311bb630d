import { EVENT_TYPES, type EventType } from '../../src/events/event-types.js';
import { aCaller, aLine, anAgentWith, NUMBERS, type Line } from '../calls/line.js';
import { aQuietCarrier } from '../calls/quiet-carrier.js';
import { AnswerSchemas, servedDocument } from '../openapi/answer-schemas.js';
import { eventually } from '../support/eventually.js';
import { startHttp, stopServers } from '../support/loopback-server.js';
import { aMapping } from '../support/mappings.js';
import { anEndpoint, answerWith, startReceiver, type Receiver } from './receiver.js';

let line: Line;
let receiver: Receiver;

beforeAll(async () => {
  line = await aLine({ timings: { recordingCheck: 300, watchRetry: 200 } });
  receiver = await startReceiver();
  await anEndpoint(line.acme, receiver.url);
  await everything();
  await aTransfer();
}, 120_000);
afterAll(async () => {
  await line.stop();
  await stopServers();
});

/** Has one of everything happen, by the ways in which it happens. */
async function everything(): Promise<void> {
  const { acme } = line;
  const refusing = await startHttp((_, response) => response.writeHead(410).end());
  const agentId = await anAgentWith(line, {
    record: true,
    postCallActions: [
      { type: 'add_tag', name: 'Mark', tag: 'called', when: 'always' },
      { type: 'http_request', name: 'CRM', url: `http://127.0.0.1:${refusing}/`, when: 'always' },
    ],
  });
  const { body: contact } = await acme.post('/api/contacts', {
    phone: NUMBERS.cooperative,
    first_name: 'Ada',
  });
  await acme.patch(`/api/contacts/${contact.id}`, { company: 'Analytical Engines' });
  const talked = await line.call(NUMBERS.cooperative, { agentId });
  await line.call(NUMBERS.voicemail, { agentId });
  await line.over(talked);
  await acme.post(`/api/calls/${talked}/notes`, { body: 'Asked for Ada.' });
  await acme.patch(`/api/contacts/${contact.id}`, { do_not_call: true });
  await (await aMapping(acme)).post({ phone: 'none' });

  const gone = await startReceiver();
  gone.answer(answerWith(410));
  const { id } = await anEndpoint(acme, gone.url, {
    description: 'Our CRM',
    event_types: ['contact.created'],
  });
  await acme.post(`/api/webhook-endpoints/${id}/test`);
  const { body: tested } = await acme.get('/api/webhook-endpoints');
  await acme.post(`/api/webhook-endpoints/${tested.data.at(-1).id}/test`);
}

/** A call that a person has taken over, as a carrier tells of it. */
async function aTransfer(): Promise<void> {
  const carrier = await aQuietCarrier();
  const caller = await aCaller(carrier.url);
  try {
    await anEndpoint(caller.acme, receiver.url, { event_types: ['call.transferred'] });
    const listed = { name: 'sales', phone: '+13125550142', description: 'Buying' };
    const agentId = await anAgentWith(caller, { transferDestinations: [listed] });
    const id = await caller.call(NUMBERS.cooperative, { agentId });
    const dial = await eventually(async () =>
      carrier.dials.find(({ form }) => form.get('Url')?.includes(id)),
    );
    await carrier.say(dial, 'answer');
    await carrier.say(dial, 'relay-ended', {
      SessionId: 'VX1',
      CallStatus: 'in-progress',
      SessionStatus: 'ended',
      HandoffData: JSON.stringify({ reason: 'transfer', destination: 'sales' }),
    });
    await carrier.say(dial, 'transfer-ended', {
      CallStatus: 'in-progress',
      DialCallStatus: 'completed',
      DialBridged: 'true',
      DialCallDuration: '7',
      DialCallSid: 'CA9',
    });
    await eventually(async () => receiver.of('call.transferred').length > 0);
  } finally {
    await caller.service.stop();
    await carrier.close();
  }
}

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

describe('an event as it is sent', () => {
  it.each(EVENT_TYPES)(
    '%s has the fields of its documented example, and is what its schema says',
    async (type) => {
      const document = await servedDocument(line.service.url);
      const described = document.webhooks?.[type] as unknown as { post: Described };
      const { schema } = described.post.requestBody.content['application/json'];
      const schemas = new AnswerSchemas(document);
      for (const { event } of await sentOf(type)) {
        expect(schemas.problems(schema, event)).toEqual([]);
        expect(keysOf(event)).toEqual(keysOf(schema.example));
      }
      expect(schemas.problems(schema, schema.example)).toEqual([]);
    },
    45_000,
  );
});

interface Described {
  requestBody: { content: { 'application/json': { schema: { example: object } } } };
}
