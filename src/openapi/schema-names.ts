import type { OpenAPIObject } from '@nestjs/swagger';

const PREFIX = '#/components/schemas/';

/** `AgentPayload` and `CreateAgentDto` are names of the code; in generated clients they read `Agent` and `CreateAgent`. */
const publicName = (name: string): string =>
  name === 'ErrorPayload' ? 'ApiError' : name.replace(/(Payload|Dto)$/, '');

/** The document with its schemas named for readers. */
export function renameSchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  const renamed = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [publicName(name), schema]),
  );
  const whole = { ...document, components: { ...document.components, schemas: renamed } };
  // In `$ref`, and in the mapping of a discriminator.
  return JSON.parse(JSON.stringify(whole), (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(PREFIX)
      ? PREFIX + publicName(value.slice(PREFIX.length))
      : value,
  ) as OpenAPIObject;
}
