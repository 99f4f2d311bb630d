import type { OpenAPIObject } from '@nestjs/swagger';
import { EVENT_DOCUMENTS, type EventDocument } from '../events/event-documents.js';
import { EVENT_TYPES, type EventType } from '../events/event-types.js';
import { exampleEvent, exampleTruncatedEvent } from '../events/example-events.js';
import { TASK_TYPES } from '../events/task-types.js';

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });

const HEADERS = [
  ['webhook-id', "The event's id: the same at every attempt.", '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e'],
  ['webhook-timestamp', 'When this attempt was signed, in seconds since 1970.', '1768473000'],
  [
    'webhook-signature',
    'One `v1,` signature for each secret that is valid, with spaces between them (Standard Webhooks).',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
].map(([name, description, example]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', example },
}));

/** Objects of the API inside `data`, by their schema; the rest speaks for itself in the example. */
const KNOWN: Readonly<Record<string, { schema: string; description: string }>> = {
  call: { schema: 'Call', description: 'What `GET /api/calls/{id}` answers at that moment, byte for byte.' },
  contact: { schema: 'Contact', description: 'What `GET /api/contacts/{id}` answers at that moment.' },
  analysis: {
    schema: 'PostCallAnalysis',
    description: '`post_call_analysis` of the full payload.',
  },
  note: { schema: 'CallNote', description: 'As it stands in `notes` of the full payload.' },
};

/** Where a field inside `data` is one of a closed set. */
const VALUES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  task: { type: TASK_TYPES, trigger: ['in_call', 'post_call'], status: ['succeeded', 'failed'] },
  webhook_endpoint: { reason: ['gone', 'failing'] },
};

/** What stands for `data` that is too long to be sent: one schema for all events. */
const TRUNCATED = 'TruncatedEventData';
const idOrNull = (description: string, example: unknown) => ({
  type: ['string', 'null'],
  format: 'uuid',
  description,
  example,
});

function truncatedSchema(): object {
  const { truncated, ...ids } = exampleTruncatedEvent('call.analyzed').data;
  return {
    type: 'object',
    description: 'Instead of `data` of more than 64 KiB: what to read for it.',
    required: ['truncated', ...Object.keys(ids)],
    properties: {
      truncated: { type: 'boolean', enum: [truncated], description: 'Nothing else has this field.' },
      call_id: idOrNull('The call to read, if it is about one.', ids.call_id),
      contact_id: idOrNull('The contact to read, if it is about one.', ids.contact_id),
    },
  };
}

function contentOf(type: EventType): object {
  return {
    schema: schemaOf(type),
    examples: {
      whole: { summary: 'The event', value: exampleEvent(type) },
      truncated: { summary: 'Its data has more than 64 KiB', value: exampleTruncatedEvent(type) },
    },
  };
}

function schemaOf(type: EventType): object {
  return {
    type: 'object',
    required: Object.keys(exampleEvent(type)),
    properties: {
      id: text('Tells events apart: what came twice has the same.', { format: 'uuid' }),
      type: text('What happened.', { enum: [type] }),
      timestamp: text('When it was recorded.', { format: 'date-time' }),
      organization_id: text('Whose event it is.', { format: 'uuid' }),
      api_version: text('Rises when something is taken away or changes its meaning.'),
      sequence: {
        type: ['integer', 'null'],
        description: 'Counts from 1 for each call; null for other events.',
      },
      data: {
        description: 'What it is about; of more than 64 KiB only what to read.',
        oneOf: [dataSchema(EVENT_DOCUMENTS[type]), { $ref: `#/components/schemas/${TRUNCATED}` }],
      },
    },
  };
}

const dataSchema = ({ data, more }: EventDocument): object => ({
  type: 'object',
  required: Object.keys(data),
  properties: Object.fromEntries(
    Object.entries({ ...data, ...more }).map(([name, example]) => [name, partSchema(name, example)]),
  ),
});

function partSchema(name: string, example: unknown): object {
  const known = KNOWN[name];
  if (known) return { $ref: `#/components/schemas/${known.schema}`, description: known.description };
  if (Array.isArray(example))
    return { type: 'array', description: name, items: fieldsSchema(name, example[0]) };
  return typeof example === 'object' && example !== null
    ? fieldsSchema(name, example)
    : { description: name, example };
}

function fieldsSchema(name: string, example: object): object {
  const fields = Object.entries(example).map(([field, value]: [string, unknown]) => {
    const values = VALUES[name]?.[field];
    return [field, { ...(values && { type: 'string', enum: values }), example: value }];
  });
  return {
    type: 'object',
    description: name,
    required: Object.keys(example),
    properties: Object.fromEntries(fields),
  };
}

/** `call.voicemail_detected` as `onCallVoicemailDetected`. */
const operationIdOf = (type: EventType): string =>
  `on${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;

/** OpenAPI's section of what the service itself sends. */
export function describeWebhooks(document: OpenAPIObject): OpenAPIObject {
  const webhooks = EVENT_TYPES.map((type) => [
    type,
    {
      post: {
        operationId: operationIdOf(type),
        // What proves where it came from is the signature.
        security: [],
        summary: EVENT_DOCUMENTS[type].summary,
        description: `${EVENT_DOCUMENTS[type].summary}. Posted to every endpoint that wants \`${type}\`.`,
        tags: ['Webhook endpoints'],
        parameters: HEADERS,
        requestBody: { required: true, content: { 'application/json': contentOf(type) } },
        responses: {
          '2XX': { description: 'Received. Anything else, or nothing within 15 seconds, is tried again.' },
          '410': { description: 'Nobody is there any more: the endpoint is disabled.' },
        },
      },
    },
  ]);
  Object.assign((document.components ??= {}), {
    schemas: { ...document.components.schemas, [TRUNCATED]: truncatedSchema() },
  });
  return Object.assign(document, { webhooks: Object.fromEntries(webhooks) });
}
