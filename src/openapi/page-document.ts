import type { OpenAPIObject } from '@nestjs/swagger';
import { type ParameterObject, routesOf, type Schema } from './document-types.js';

/**
 * The document for the page, which writes the example of a parameter into its input: a filter that matches nothing, a
 * version that is stale, an idempotency key that is used already. There the example is told instead.
 */
export function pageDocument(document: OpenAPIObject): OpenAPIObject {
  const page = structuredClone(document);
  for (const { operation } of routesOf(page))
    for (const parameter of operation.parameters ?? []) if ('schema' in parameter) tellExample(parameter);
  return page;
}

function tellExample(parameter: ParameterObject): void {
  const schema = parameter.schema as Schema;
  const { example } = schema as { example?: string | number | string[] };
  if (example !== undefined) {
    delete schema.example;
    parameter.description = `${parameter.description ?? ''} For example \`${[example].flat().join()}\`.`;
  }
}
