import type { OpenAPIObject } from '@nestjs/swagger';
import { resolved, type Route } from '../../src/openapi/document-types.js';
import type { AnswerSchemas, Json } from './answer-schemas.js';

/** Headers of ours: where one comes, the document says so. */
const DOCUMENTED_HEADERS = [
  'etag',
  'location',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'idempotent-replayed',
];

/** What answers are held against. */
interface Described {
  document: OpenAPIObject;
  schemas: AnswerSchemas;
}

/** An answer as it came. */
interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

interface DocumentedAnswer {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: Json; examples?: Json }>;
}

/** Everything about an answer that is not as the document says. */
export function mistakesIn(
  described: Described,
  route: Route,
  { status, headers, text }: Answered,
): string[] {
  const { document } = described;
  const node = route.operation.responses[status];
  if (status >= 500 || node === undefined) return [`answered ${status} ${text.slice(0, 300)}`];
  const answer = resolved<DocumentedAnswer>(document, node);
  return [...headerMistakes(described, answer, headers), ...bodyMistakes(described, answer, headers, text)];
}

function headerMistakes(
  { document, schemas }: Described,
  answer: DocumentedAnswer,
  headers: Headers,
): string[] {
  const documented = Object.entries(answer.headers ?? {}).map(
    ([name, node]) => [name, resolved<{ required?: boolean; schema: Json }>(document, node)] as const,
  );
  const known = new Set(documented.map(([name]) => name.toLowerCase()));
  return [
    ...documented
      .filter(([name, { required }]) => required && !headers.has(name))
      .map(([name]) => `header ${name} is missing`),
    ...documented.flatMap(([name, { schema }]) => {
      const value = headers.get(name);
      const read = schema['type'] === 'integer' ? Number(value) : value;
      return value === null
        ? []
        : schemas.problems(schema, read).map((problem) => `header ${name} ${problem}`);
    }),
    ...DOCUMENTED_HEADERS.filter((name) => headers.has(name) && !known.has(name)).map(
      (name) => `header ${name} is not documented`,
    ),
  ];
}

function bodyMistakes(
  { schemas }: Described,
  { content }: DocumentedAnswer,
  headers: Headers,
  text: string,
): string[] {
  const type = headers.get('content-type')?.split(';')[0];
  if (content === undefined) return text === '' ? [] : [`has a body: ${text.slice(0, 200)}`];
  const { schema, examples } = content[type ?? ''] ?? {};
  if (schema === undefined) return [`is ${type}`];
  const body = JSON.parse(text) as Json;
  const codes = Object.values((examples ?? {}) as Record<string, { value: Json }>).map(({ value }) =>
    String(value['code']),
  );
  return [
    ...schemas.problems(schema, body),
    ...(codes.length > 0 && !codes.includes(String(body['code'])) ? [`code ${String(body['code'])}`] : []),
    ...(typeof body['request_id'] === 'string' && body['request_id'] !== headers.get('x-request-id')
      ? ['request_id is not the x-request-id']
      : []),
  ];
}
