import type { OpenAPIObject } from '@nestjs/swagger';
import { resolved, type Route, routesOf } from '../../src/openapi/document-types.js';
import { startService, type TestService } from '../support/service.js';
import { AnswerSchemas, type Json, servedDocument } from './answer-schemas.js';

/** Answered for machines that have no business with the API, or for people: not in the document, on purpose. */
const UNDOCUMENTED = [
  /^\/recordings\//,
  /^\/api\/voice\//,
  /^\/(docs|openapi\.(json|yaml))/,
  /^\/$/,
  /^\/(assets|settings)\b/,
];
/** Whoever calls these has no credentials. */
const PUBLIC = ['GET /health/live', 'GET /health/ready'];

let service: TestService;
let document: OpenAPIObject;
let routes: Route[];

beforeAll(async () => {
  service = await startService();
  document = await servedDocument(service.url);
  routes = [...routesOf(document)];
});
afterAll(() => service.stop());

const titleOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

/** The routes that Express really has, as the document would write them. */
function servedRoutes(): string[] {
  interface Layer {
    route?: { path: string; methods: Record<string, boolean> };
  }
  const { router } = service.app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
  return router.stack.flatMap(({ route }) => {
    // Nest mounts middleware as routes for every method that Node knows.
    if (!route || 'propfind' in route.methods) return [];
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    return UNDOCUMENTED.some((pattern) => pattern.test(path))
      ? []
      : Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path}`);
  });
}

interface Parameter {
  name: string;
  description?: string;
  schema: Json;
}
const parametersOf = ({ operation }: Route): Parameter[] =>
  (operation.parameters ?? []).map((parameter) => resolved<Parameter>(document, parameter));

/** Every property of every schema below a node, with its place. */
function* fieldsIn(node: unknown, place = ''): Generator<[place: string, schema: Json]> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, child] of Object.entries(node)) {
    if (key === 'example' || key === 'examples') continue;
    if (key === 'properties')
      for (const [name, schema] of Object.entries(child as Json)) yield [`${place}.${name}`, schema as Json];
    yield* fieldsIn(child, key === 'properties' ? place : `${place}/${key}`);
  }
}

/** Neither a type that tells every value, nor an example of one. */
function isUnclear(schema: Json): boolean {
  const types = [schema['type']].flat();
  const items = schema['items'] as Json | undefined;
  const refers = ['$ref', 'oneOf', 'anyOf', 'allOf'].some(
    (word) => word in schema || (items && word in items),
  );
  const isClosed = 'enum' in schema || types.includes('boolean') || refers;
  return !isClosed && !('example' in schema) && !('default' in schema);
}

/** Every schema with its place, however deep it stands. */
function* schemasIn(node: unknown, place: string): Generator<[place: string, schema: Json]> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, child] of Object.entries(node)) {
    if (key === 'schema' && typeof child === 'object') yield [`${place}/schema`, child as Json];
    if (key === 'properties')
      for (const [name, schema] of Object.entries(child as Json)) yield [`${place}.${name}`, schema as Json];
    if (key !== 'example' && key !== 'examples') yield* schemasIn(child, `${place}/${key}`);
  }
}

describe('the OpenAPI document', () => {
  it('tells of an ETag where the answer is a mapping, and nowhere below it', () => {
    const tagged = routes.flatMap(({ path, method, operation }) =>
      Object.entries(operation.responses)
        .filter(([, node]) => 'ETag' in (resolved<{ headers?: Json }>(document, node).headers ?? {}))
        .map(([status]) => `${method} ${path} ${status}`),
    );
    expect(tagged.filter((line) => line.includes('/webhook-mappings')).toSorted()).toEqual([
      'get /api/webhook-mappings/{id} 200',
      'get /api/webhook-mappings/{id} 304',
      'patch /api/webhook-mappings/{id} 200',
      'post /api/webhook-mappings 201',
      'post /api/webhook-mappings/{id}/disable 200',
      'post /api/webhook-mappings/{id}/enable 200',
      'post /api/webhook-mappings/{id}/rotate-key 200',
    ]);
  });

  it('has every route of the service, and no other', () => {
    expect(routes.map(titleOf).toSorted()).toEqual(servedRoutes().toSorted());
  });

  it('gives every operation a title, a description, a tag and an id of its own', () => {
    const tags = new Set((document.tags ?? []).map(({ name }) => name));
    const ids = routes.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(routes.length);
    expect(
      routes
        .filter(
          ({ operation: { summary, description, tags: [tag] = [] } }) =>
            !summary || !description || !tag || !tags.has(tag),
        )
        .map(titleOf),
    ).toEqual([]);
  });

  it('describes every parameter, every field however deep, and every header', () => {
    const parameters = routes.flatMap((route) =>
      parametersOf(route)
        .filter(({ description }) => !description)
        .map(({ name }) => `${titleOf(route)} ${name}`),
    );
    const fields = [...fieldsIn(document.components?.schemas), ...fieldsIn(document.paths)]
      .filter(([, field]) => !field['description'])
      .map(([place]) => place);
    const headers = Object.entries(document.components?.headers ?? {})
      .filter(([, header]) => !(header as Json)['description'])
      .map(([name]) => name);
    expect([...parameters, ...fields, ...headers]).toEqual([]);
  });

  it('gives a type and an example to every parameter and field that does not speak for itself', () => {
    const parameters = routes.flatMap((route) =>
      parametersOf(route).map(({ name, schema }): [string, Json] => [`${titleOf(route)} ${name}`, schema]),
    );
    const fields = [...fieldsIn(document.components?.schemas), ...fieldsIn(document.paths)];
    expect(
      [...parameters, ...fields].filter(([, schema]) => isUnclear(schema)).map(([place]) => place),
    ).toEqual([]);
  });

  it('says what every answer means, and what stands in its body', () => {
    const unclear = routes.flatMap((route) =>
      Object.entries(route.operation.responses)
        .filter(([status, node]) => {
          const answer = resolved<{ description: string; content?: Record<string, Json> }>(document, node);
          const bodies = Object.values(answer.content ?? {});
          const isEmpty = ['204', '304'].includes(status);
          return !answer.description || (isEmpty ? bodies.length > 0 : !bodies[0]?.['schema']);
        })
        .map(([status]) => `${titleOf(route)} ${status}`),
    );
    expect(unclear).toEqual([]);
  });

  it('shows the intake with its three content types and its credentials in headers, query and body', () => {
    const intake = routes.find(({ path }) => path === '/api/contacts/flex');
    const { security, requestBody, parameters = [] } = intake?.operation ?? {};
    expect(security).toEqual([{ api_key: [], organization_id: [] }, {}]);
    const places = parameters.map((node) => {
      const { in: place, name } = resolved<{ in: string; name: string }>(document, node);
      return `${place} ${name}`;
    });
    expect(places).toEqual(
      expect.arrayContaining([
        'query orgId',
        'query apiKey',
        'query mapId',
        'header x-org-id',
        'header x-map-id',
      ]),
    );
    const { content } = resolved<{ content: Record<string, { schema: Json }> }>(document, requestBody);
    expect(Object.keys(content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
    for (const { schema } of Object.values(content)) {
      expect(schema).toMatchObject({ additionalProperties: true });
      expect(Object.keys(schema['properties'] as Json)).toEqual(['orgId', 'apiKey', 'mapId']);
    }
    const { content: conflict } = resolved<{ content: Record<string, { examples: Json }> }>(
      document,
      intake?.operation.responses['409'],
    );
    expect(Object.keys(conflict['application/json']?.examples ?? {})).toContain('mapping_inactive');
  });

  it('asks for both credentials everywhere but on the public routes', () => {
    const open = routes.filter(({ operation }) => (operation.security ?? []).length === 0);
    expect(open.map(titleOf).toSorted()).toEqual(PUBLIC);
    const schemes = document.components?.securitySchemes ?? {};
    expect(schemes['api_key']).toMatchObject({ type: 'apiKey', in: 'header', name: 'x-api-key' });
    expect(schemes['organization_id']).toMatchObject({ in: 'header', name: 'x-organization-id' });
    const managed = routes.filter(
      ({ operation, path }) =>
        !open.some((route) => route.operation === operation) && path !== '/api/contacts/flex',
    );
    for (const { operation } of managed) {
      expect(operation.security).toEqual([{ api_key: [], organization_id: [] }]);
      expect(operation['x-required-scope']).toEqual(expect.any(String));
    }
  });

  it('shows only examples that its own schemas accept', () => {
    const schemas = new AnswerSchemas(document);
    const wrong = [...schemasIn(document, '')].flatMap(([place, schema]) =>
      'example' in schema
        ? schemas.problems(schema, schema['example']).map((problem) => `${place}: ${problem}`)
        : [],
    );
    const answers = routes.flatMap((route) =>
      Object.values(route.operation.responses).flatMap((answer) => {
        const { content } = resolved<{ content?: Record<string, Json> }>(document, answer);
        const { schema, examples } = content?.['application/json'] ?? {};
        return Object.values((examples ?? {}) as Record<string, { value: unknown }>).flatMap(({ value }) =>
          schemas.problems(schema as Json, value).map((problem) => `${titleOf(route)}: ${problem}`),
        );
      }),
    );
    const bodies = routes.flatMap((route) => {
      const { content = {} } =
        resolved<{ content?: Record<string, Json> } | undefined>(document, route.operation.requestBody) ?? {};
      return Object.values(content).flatMap(({ schema, examples = {} }) =>
        Object.values(examples as Record<string, { value: unknown }>).flatMap(({ value }) =>
          schemas.problems(schema as Json, value).map((problem) => `${titleOf(route)}: ${problem}`),
        ),
      );
    });
    expect([...wrong, ...answers, ...bodies]).toEqual([]);
  });

  it('names every error that an operation answers, with its code', () => {
    for (const route of routes.filter(({ operation }) => (operation.security ?? []).length > 0)) {
      const errors = Object.entries(route.operation.responses).filter(([status]) => Number(status) >= 400);
      expect(errors.map(([status]) => status)).toEqual(
        expect.arrayContaining(['400', '401', '403', '429', '431', '500', '503']),
      );
      for (const [status, answer] of errors) {
        const { content } = resolved<{ content: Record<string, Json> }>(document, answer);
        const examples = content['application/json']?.['examples'] as Record<string, { value: Json }>;
        for (const [name, { value }] of Object.entries(examples)) {
          // Several texts with one code are numbered.
          const code = name.replace(/_\d+$/, '');
          expect(value).toMatchObject({ code, status: Number(status), error: expect.any(String) });
        }
      }
    }
  });

  it('fills no example into the page that a request would be sent with', async () => {
    const script = await (await fetch(`${service.url}/docs/swagger-ui-init.js`)).text();
    expect(script).toContain('For example `+13125550100`.');
    const [, options] = /let options = (\{[\s\S]*?\n\});/.exec(script) ?? [];
    const { swaggerDoc } = JSON.parse(options ?? '{}') as { swaggerDoc: OpenAPIObject };
    const filled = [...routesOf(swaggerDoc)].flatMap((route) =>
      (route.operation.parameters ?? []).filter(
        (parameter) => 'schema' in parameter && 'example' in (parameter.schema as Json),
      ),
    );
    expect(filled).toEqual([]);
  });

  it('can be read as JSON, as YAML and as a page', async () => {
    const types = await Promise.all(
      ['/openapi.json', '/openapi.yaml', '/docs'].map(async (path) => {
        const response = await fetch(service.url + path);
        return [response.status, response.headers.get('content-type')?.split(';')[0]];
      }),
    );
    expect(types).toEqual([
      [200, 'application/json'],
      [200, 'text/yaml'],
      [200, 'text/html'],
    ]);
  });
});
