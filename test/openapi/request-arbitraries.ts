import * as fc from 'fast-check';
import type { OpenAPIObject } from '@nestjs/swagger';
import { resolved, type Route } from '../../src/openapi/document-types.js';
import type { Json } from './answer-schemas.js';

/** A request to an operation, ready to be sent. */
export interface FuzzedRequest {
  route: Route;
  pathValues: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  contentType: string | null;
  /** As it is sent. */
  body: string | null;
}

/** Ids that exist, ids that do not, and what is no id. */
export type KnownIds = readonly string[];

const HOSTILE = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'null',
  'undefined',
  'true',
  "' OR 1=1 --",
  "'; DROP TABLE calls; --",
  '$1',
  '%00',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b',
  '😀'.repeat(50),
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '00000000-0000-0000-0000-000000000000',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '+15551234567',
  '+1 (312) 555-0100',
  '٣١٢٥٥٥٠١٠٠',
  'x'.repeat(10_000),
];

const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

/** Anything JSON can say, and often what it should not. */
const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [[]],
    [null],
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant(JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}') as unknown),
);

/** Values that a schema accepts, and now and then one that it may not. */
class SchemaArbitraries {
  constructor(
    private readonly document: OpenAPIObject,
    private readonly ids: KnownIds,
  ) {}

  of(node: unknown): fc.Arbitrary<unknown> {
    const schema = resolved<Json>(this.document, node);
    const types = [schema['type']].flat() as (string | undefined)[];
    const arbitrary =
      this.byKeyword(schema) ??
      this.byType(
        schema,
        types.find((type) => type !== 'null'),
      );
    return types.includes('null') ? fc.option(arbitrary, { freq: 5 }) : arbitrary;
  }

  private byKeyword(schema: Json): fc.Arbitrary<unknown> | null {
    const {
      enum: values,
      oneOf,
      anyOf,
      allOf,
      format,
    } = schema as {
      enum?: unknown[];
      oneOf?: unknown[];
      anyOf?: unknown[];
      allOf?: unknown[];
      format?: string;
    };
    if (values) return fc.constantFrom(...values);
    const choices = oneOf ?? anyOf ?? allOf;
    if (choices) return fc.oneof(...choices.map((choice) => this.of(choice)));
    if (format === 'uuid') return fc.constantFrom(...this.ids);
    if (format === 'date-time') {
      return fc
        .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString());
    }
    return null;
  }

  private byType(schema: Json, type: string | undefined): fc.Arbitrary<unknown> {
    const { minimum, maximum, minLength, maxLength, items, example } = schema as {
      minimum?: number;
      maximum?: number;
      minLength?: number;
      maxLength?: number;
      items?: unknown;
      example?: unknown;
    };
    switch (type) {
      case 'integer':
        return fc.integer({ min: minimum ?? 0, max: maximum ?? 200 });
      case 'boolean':
        return fc.boolean();
      case 'array':
        return fc.array(this.of(items ?? {}), { minLength: 1, maxLength: 3 });
      case 'object':
        if (schema['properties']) {
          return example === undefined
            ? this.object(schema)
            : this.object(schema).map((fields) => Object.assign({}, example, fields));
        }
        return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue());
      case 'string': {
        const text = fc.string({ minLength: minLength ?? 1, maxLength: Math.min(maxLength ?? 40, 60) });
        return example === undefined ? text : fc.oneof(fc.constant(example), text);
      }
      default:
        return fc.jsonValue();
    }
  }

  /** The fields that are required, some of the others. */
  private object(schema: Json): fc.Arbitrary<Json> {
    const properties = schema['properties'] as Record<string, unknown>;
    const requiredKeys = (schema['required'] ?? []) as string[];
    return fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, this.of(property)])),
      { requiredKeys },
    );
  }
}

/** One change that makes an object of a valid-ish body wrong: a field dropped, replaced, added, or the object itself. */
const mutated = (body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(body, fc.constantFrom('drop', 'replace', 'extra', 'whole'), fc.nat(), hostileJson, hostileText)
    .map(([value, kind, at, hostile, name]) => {
      if (kind === 'whole' || typeof value !== 'object' || value === null) return hostile;
      const entries = Object.entries(value);
      const index = entries.length === 0 ? 0 : at % entries.length;
      const entry = entries[index];
      if (kind === 'drop') return Object.fromEntries(entries.toSpliced(index, 1));
      if (kind === 'replace' && entry) return Object.fromEntries(entries.with(index, [entry[0], hostile]));
      return JSON.parse(
        `{${[...entries, [name, hostile]].map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one)}`).join(',')}}`,
      ) as unknown;
    });

const BROKEN_BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{"a":1}}',
  '\ufeff{}',
  '{"a":"\\ud800"}',
  '['.repeat(200),
  'a=1&b=2',
];

/** Requests to one operation: half of them as the document wants them, the others wrong somewhere. */
export function requestsTo(
  route: Route,
  document: OpenAPIObject,
  ids: KnownIds,
): fc.Arbitrary<FuzzedRequest> {
  const schemas = new SchemaArbitraries(document, ids);
  const parameters = (route.operation.parameters ?? []).map((parameter) =>
    resolved<{ name: string; in: string; schema: unknown }>(document, parameter),
  );
  const valuesFor = (place: string, hostile: fc.Arbitrary<string>, frequency: number) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema }) => [
            name,
            fc.oneof(
              { weight: frequency, arbitrary: schemas.of(schema).map(String) },
              { weight: 1, arbitrary: hostile },
            ),
          ]),
      ),
      place === 'path' ? {} : { requiredKeys: [] },
    );
  // A path value that is empty or `.` names another route, one that is a lone surrogate cannot be sent at all.
  const segment = hostileText
    .map((text) => text.toWellFormed())
    .filter((text) => !['', '.', '..'].includes(text));
  return fc
    .record({
      route: fc.constant(route),
      pathValues: valuesFor('path', segment, 6) as fc.Arbitrary<Record<string, string>>,
      query: fc
        .tuple(valuesFor('query', hostileText, 4), fc.option(fc.tuple(hostileText, hostileText), { freq: 8 }))
        .map(([values, extra]) =>
          (Object.entries(values) as [string, string][]).concat(extra ? [extra] : []),
        ),
      headers: headersOf(valuesFor('header', hostileText, 2)),
      sent: bodyOf(route, document, schemas),
    })
    .map(({ sent, ...request }) => Object.assign(request, sent));
}

/** What fetch lets through: the rest of the bytes cannot be in a header. */
const headersOf = (
  values: fc.Arbitrary<Record<string, string | undefined>>,
): fc.Arbitrary<Record<string, string>> =>
  values.map((headers) =>
    Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value !== undefined && /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? [[name, value]] : [],
      ),
    ),
  );

type Sent = { contentType: string | null; body: string | null };

function bodyOf(route: Route, document: OpenAPIObject, schemas: SchemaArbitraries): fc.Arbitrary<Sent> {
  const { content = {} } =
    resolved<{ content?: Record<string, Json> } | undefined>(document, route.operation.requestBody) ?? {};
  const [first, ...others] = Object.entries(content).map(([type, { schema }]) => {
    const write = WRITERS[type];
    if (!write) throw new Error(`nobody can write ${type}`);
    return sentAs(type, write, schemas.of(schema));
  });
  return first ? fc.oneof(first, ...others) : fc.constant({ contentType: null, body: null });
}

const BOUNDARY = 'fuzzed-form-boundary';

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
const fieldsOf = (value: unknown): [name: string, text: string][] =>
  Object.entries(value ?? {}).map(([name, one]) => [name.toWellFormed(), textOf(one)]);

/** How a body becomes text of each content type; a form is flat, whatever it is made of. */
const WRITERS: Readonly<Record<string, (value: unknown) => string>> = {
  'application/json': (value) => JSON.stringify(value),
  'application/x-www-form-urlencoded': (value) => new URLSearchParams(fieldsOf(value)).toString(),
  'multipart/form-data': (value) =>
    [
      ...fieldsOf(value).map(
        ([name, text]) =>
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${encodeURIComponent(name)}"\r\n\r\n${text}\r\n`,
      ),
      `--${BOUNDARY}--\r\n`,
    ].join(''),
};

const OTHER_TYPES = [null, 'text/plain', 'application/xml', 'application/json; charset=utf-16'];

function sentAs(
  type: string,
  write: (value: unknown) => string,
  valid: fc.Arbitrary<unknown>,
): fc.Arbitrary<Sent> {
  const own = type === 'multipart/form-data' ? `${type}; boundary=${BOUNDARY}` : type;
  return fc.record({
    contentType: fc.oneof(
      { weight: 15, arbitrary: fc.constant(own) },
      { weight: 1, arbitrary: fc.constantFrom(...OTHER_TYPES) },
    ),
    body: fc.oneof(
      { weight: 5, arbitrary: valid.map(write) },
      { weight: 5, arbitrary: mutated(valid).map(write) },
      { weight: 1, arbitrary: fc.constantFrom(...BROKEN_BODIES) },
    ),
  });
}
