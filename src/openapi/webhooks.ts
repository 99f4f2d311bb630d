import type { OpenAPIObject } from '@nestjs/swagger';
import { EVENT_DOCUMENTS, exampleEvent } from '../events/event-documents.js';
import { EVENT_TYPES, type EventType } from '../events/event-types.js';

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

/** Objects of the API inside `data`; the rest speaks for itself in the example. */
const KNOWN: Readonly<Record<string, string>> = {
  call: 'What `GET /api/calls/{id}` answers at that moment, byte for byte.',
  contact: 'What `GET /api/contacts/{id}` answers at that moment.',
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
      data: dataSchema(EVENT_DOCUMENTS[type].data),
    },
    example,
  };
}

const dataSchema = (data: Record<string, unknown>): object => ({
  type: 'object',
  description: 'What it is about.',
  required: Object.keys(data),
  properties: Object.fromEntries(
    Object.entries(data).map(([name, example]) => [name, { description: KNOWN[name] ?? name, example }]),
  ),
});

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
