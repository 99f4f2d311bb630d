import { runInNewContext } from 'node:vm';
import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../agents/agent-config.js';

/** What a value lacks, as JSON Schema says it. */
export interface SchemaError {
  /** JSON Pointer into the value; empty for the value itself. */
  path: string;
  message: string;
}

/** A pattern of a user's schema can be made to take for ever. */
const LONGEST_CHECK_MS = 250;
const MOST_ERRORS = 20;

const OPTIONS = { allErrors: true, strict: false, validateFormats: true, logger: false } as const;

/** What is wrong with a value; nothing if it satisfies the schema. @throws Error when the schema cannot be used */
export function checkValue(schema: JsonSchema, value: unknown): SchemaError[] {
  const ajv = isDraft7(schema) ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  addFormats.default(ajv);
  const validate = ajv.compile({ ...schema, $schema: undefined });
  // The engine ends what runs too long in here, a regular expression too.
  runInNewContext('check()', { check: () => validate(value) }, { timeout: LONGEST_CHECK_MS });
  return (validate.errors ?? []).slice(0, MOST_ERRORS).map(describe);
}

const isDraft7 = ({ $schema }: JsonSchema): boolean =>
  typeof $schema === 'string' && /draft-0[67]/.test($schema);

const describe = ({ instancePath, message, params }: ErrorObject): SchemaError => ({
  path: instancePath,
  message: `${message ?? 'is not valid'}${allowed(params)}`,
});

const allowed = ({ allowedValues }: Record<string, unknown>): string =>
  Array.isArray(allowedValues) ? `: ${allowedValues.map(String).join(', ')}` : '';
