/** Keywords that strict mode knows; a schema with any other is sent without it. */
const KNOWN = new Set([
  'type',
  'description',
  'title',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
]);

/** Whether a server can be held to a JSON Schema to the letter: every object closed, every property required. */
export function isStrictSchema(schema: unknown): boolean {
  if (!isObject(schema) || Object.keys(schema).some((key) => !KNOWN.has(key))) return false;
  if (schema.anyOf !== undefined && !everySchema(schema.anyOf)) return false;
  if (schema.items !== undefined && !isStrictSchema(schema.items)) return false;
  return !isObjectSchema(schema) || isClosed(schema);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const everySchema = (schemas: unknown): boolean => Array.isArray(schemas) && schemas.every(isStrictSchema);

const isObjectSchema = ({ type, properties }: Record<string, unknown>): boolean =>
  properties !== undefined || [type].flat().includes('object');

function isClosed({
  properties = {},
  required = [],
  additionalProperties,
}: Record<string, unknown>): boolean {
  if (!isObject(properties) || !Array.isArray(required) || additionalProperties !== false) return false;
  return (
    Object.keys(properties).every((name) => required.includes(name)) &&
    Object.values(properties).every(isStrictSchema)
  );
}
