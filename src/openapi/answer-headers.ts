import type { OpenAPIObject } from '@nestjs/swagger';
import {
  type Answer,
  isProtected,
  type Operation,
  resolved,
  type Route,
  routesOf,
  takes,
} from './document-types.js';

type Header = NonNullable<Answer['headers']>[string];

interface AnswerHeader {
  name: string;
  header: Header;
  /** Whether an answer with this status may carry it; the document tells which resources have versions. */
  applies: (route: Route, status: number, document: OpenAPIObject) => boolean;
}

const isSuccess = (status: number): boolean => status < 300;
const integer = (description: string, example: number): Header => ({
  description,
  schema: { type: 'integer', minimum: 0, example },
});
const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string', example },
});

/** Refused before the request is counted against a limit; so is a key that lacks the scope. */
const UNCOUNTED = new Set([401, 431]);
const isCounted = (route: Route, status: number): boolean =>
  isProtected(route) &&
  !UNCOUNTED.has(status) &&
  (status !== 403 || codesOf(route, 403).some((code) => code !== 'insufficient_scope'));

/** The codes under which an operation answers with this status. */
function codesOf({ operation }: Route, status: number): string[] {
  const answer = operation.responses[status] as Answer | undefined;
  return Object.keys(answer?.content?.['application/json']?.examples ?? {});
}

/** What can be changed has a version, and so a tag; so have calls, for whoever polls them. */
export function isVersioned({ path, method, operation }: Route, document: OpenAPIObject): boolean {
  const creates = '201' in operation.responses;
  const address = method === 'post' && creates ? `${path}/{id}` : path.replace(/\{id\}\/.*$/, '{id}');
  const resource = document.paths[address];
  const shown = schemaOf(resource?.get as Operation | undefined);
  return (
    (path.startsWith('/api/calls') && method === 'get') ||
    (resource?.patch !== undefined && method !== 'delete' && isThe(shown, schemaOf(operation)))
  );
}

/** The name of what a successful answer holds. */
function schemaOf(operation: Operation | undefined): string | undefined {
  const answer = (operation?.responses['200'] ?? operation?.responses['201']) as Answer | undefined;
  const schema = answer?.content?.['application/json']?.schema;
  return schema && '$ref' in schema ? schema.$ref.split('/').at(-1) : undefined;
}

/** A resource that was just given a key is still the resource; what was posted to it is another. */
const isThe = (resource: string | undefined, answered: string | undefined): boolean =>
  resource !== undefined && (answered === resource || answered === `Keyed${resource}`);

/** What is made can be read one step below where it was made. */
const isCreated = ({ path, method }: Route, status: number, document: OpenAPIObject): boolean =>
  method === 'post' &&
  status === 201 &&
  Object.entries(document.paths).some(
    ([below, { get }]) => get !== undefined && below.startsWith(`${path}/{`) && below.endsWith('}'),
  );

/** A refusal because of something that is there already says where it is. */
const meetsExisting = (route: Route, status: number): boolean =>
  status === 409 && codesOf(route, 409).some((code) => code.endsWith('_exists'));

const HEADERS: readonly AnswerHeader[] = [
  {
    name: 'x-request-id',
    header: {
      ...text(
        'Names the request in the logs: your own, if you sent a sane one.',
        '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e',
      ),
      required: true,
    },
    applies: () => true,
  },
  {
    name: 'RateLimit-Limit',
    header: integer('Requests a minute that this key may make.', 1_000),
    applies: isCounted,
  },
  {
    name: 'RateLimit-Remaining',
    header: integer('Requests left in this minute.', 999),
    applies: isCounted,
  },
  {
    name: 'RateLimit-Reset',
    header: integer('Seconds until the limit is whole again.', 42),
    applies: isCounted,
  },
  {
    name: 'Retry-After',
    header: { ...integer('Seconds to wait before the request is repeated.', 1) },
    applies: (_, status) => [409, 429, 503].includes(status),
  },
  {
    name: 'ETag',
    header: {
      ...text('Version of the answer, for `If-None-Match` and `If-Match`.', 'W/"3.2jmj7l5rSw0yVbvlWAYk"'),
    },
    applies: (route, status, document) =>
      (isSuccess(status) || status === 304) && isVersioned(route, document),
  },
  {
    name: 'Location',
    header: text(
      'Address of what was made, or is there already.',
      '/api/agents/01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e',
    ),
    applies: (route, status, document) => isCreated(route, status, document) || meetsExisting(route, status),
  },
  {
    name: 'Idempotent-Replayed',
    header: {
      description: 'true: the answer of the first request with this idempotency key, given again.',
      schema: { type: 'string', enum: ['true'] },
    },
    applies: (route, status) => isSuccess(status) && takes(route, 'Idempotency-Key'),
  },
];

/** Writes into the document which headers each answer carries. */
export function describeHeaders(document: OpenAPIObject): void {
  const components = (document.components ??= {});
  components.headers = Object.fromEntries(HEADERS.map(({ name, header }) => [name, header]));
  for (const route of routesOf(document)) {
    for (const [status, answer] of Object.entries(route.operation.responses)) {
      const content = resolved<Answer>(document, answer);
      const applying = HEADERS.filter(({ applies }) => applies(route, Number(status), document));
      content.headers = {
        ...content.headers,
        ...Object.fromEntries(applying.map(({ name }) => [name, { $ref: `#/components/headers/${name}` }])),
      };
    }
  }
}
