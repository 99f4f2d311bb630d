interface Operation {
  parameters?: { name: string; in: string; schema?: { format?: string } }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
}
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: Record<string, { format?: string }> }> };
}

/** A version is a number that counts within its agent: it names nothing without the id before it. */
const COUNTS_OWN = 'path.version';

/** Where a route takes ids, as `path.id`, `query.agent_id` or `body.agentId`: its parameters and what its DTOs say. */
export function idPlacesOf(route: string, document: OpenApiDocument): string[] {
  const [method = '', path = ''] = route.split(' ');
  const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const inPath = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => `path.${name}`).filter(
    (place) => place !== COUNTS_OWN,
  );
  const inQuery = (operation?.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.schema?.format === 'uuid')
    .map(({ name }) => `query.${name}`);
  const body = operation?.requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
  const fields = Object.entries(document.components.schemas[body ?? '']?.properties ?? {});
  const inBody = fields.filter(([, { format }]) => format === 'uuid').map(([name]) => `body.${name}`);
  return [...inPath, ...inQuery, ...inBody];
}
