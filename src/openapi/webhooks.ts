import type { OpenAPIObject } from '@nestjs/swagger';
import { EVENT_DOCUMENTS, type EventDocument, exampleEvent } from '../events/event-documents.js';
import { EVENT_TYPES, type EventType } from '../events/event-types.js';
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

function schemaOf(type: EventType): object {
  const example = exampleEvent(type);
  return {
    type: 'object',
    required: Object.keys(example),
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
      data: dataSchema(EVENT_DOCUMENTS[type]),
    },
    example,
  };
}

const dataSchema = ({ data, more }: EventDocument): object => ({
  type: 'object',
  description: 'What it is about.',
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
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(type) } } },
        responses: {
          '2XX': { description: 'Received. Anything else, or nothing within 15 seconds, is tried again.' },
          '410': { description: 'Nobody is there any more: the endpoint is disabled.' },
        },
      },
    },
  ]);
  return Object.assign(document, { webhooks: Object.fromEntries(webhooks) });
}
