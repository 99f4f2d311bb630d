import type { OpenAPIObject } from '@nestjs/swagger';
import type { ParameterObject, Schema } from './document-types.js';

/** What an example says about the text it stands for. */
const FORMATS: readonly [format: string, example: RegExp][] = [
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['uri', /^https?:\/\//],
];

/**
 * What the API's conventions add to the schemas that were read from TypeScript, which knows neither integers nor
 * formats: a number is an integer unless its format is `double`, an example tells the format of a text, an object
 * without a word about its keys is any value, and a request has no fields but those that are named.
 */
export function applyConventions(document: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    visit(schema as Schema);
    if (name.endsWith('Dto')) (schema as Schema).additionalProperties = false;
  }
  for (const item of Object.values(document.paths)) {
    for (const operation of [item.get, item.post, item.put, item.patch, item.delete]) {
      for (const parameter of operation?.parameters ?? []) {
        if ('schema' in parameter && parameter.schema) {
          describeList(parameter);
          visit(parameter.schema as Schema);
        }
      }
    }
  }
}

/** A list in a query is written with commas. */
function describeList(parameter: ParameterObject): void {
  const { items, example } = parameter.schema as Schema;
  if (items && parameter.in === 'query') {
    parameter.style = 'form';
    parameter.explode = false;
    parameter.schema = {
      type: 'array',
      items,
      example: typeof example === 'string' ? example.split(',') : [],
    };
  }
}

function visit(schema: Schema): void {
  refine(schema);
  for (const child of childrenOf(schema)) visit(child);
}

function refine(schema: Schema): void {
  const types = [schema.type].flat().filter((type) => type !== undefined);
  if (types.includes('number') && schema.format !== 'double') {
    const integers = types.map((type) => (type === 'number' ? 'integer' : type));
    schema.type = integers.length === 1 ? integers[0] : integers;
  }
  if (types.includes('string') && !schema.format && !schema.enum && typeof schema.example === 'string') {
    const example = schema.example;
    const format = FORMATS.find(([, pattern]) => pattern.test(example))?.[0];
    if (format) schema.format = format;
  }
  if (types.includes('object') && isBare(schema)) delete schema.type;
}

const isBare = (schema: Schema): boolean =>
  !schema.properties && schema.additionalProperties === undefined && !schema.allOf && !schema.oneOf;

function childrenOf(schema: Schema): Schema[] {
  const { properties = {}, items, additionalProperties, oneOf = [], anyOf = [], allOf = [] } = schema;
  const map = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const children = [
    ...Object.values(properties),
    ...(items ? [items] : []),
    ...map,
    ...oneOf,
    ...anyOf,
    ...allOf,
  ];
  return children.filter((child) => !('$ref' in child)) as Schema[];
}
