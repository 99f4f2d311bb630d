import type { Extraction } from '../agents/agent-config.js';
import { compileSchema, type SchemaFault } from '../common/json-schema.js';

/** One entry of `structured_data_results`. */
export interface ExtractionResult {
  schema_version: number;
  status: 'valid' | 'invalid' | 'not_found' | 'error';
  result: unknown;
  errors: SchemaFault[];
  extracted_at: string;
}

/** Judges what was read out of a call by the agent's schemas. What does not satisfy its schema is kept, with why. */
export function judgeExtractions(
  extractions: readonly Extraction[],
  values: Readonly<Record<string, unknown>>,
  at: { agentVersion: number; now: Date },
): Record<string, ExtractionResult> {
  const stamp = { schema_version: at.agentVersion, extracted_at: at.now.toISOString() };
  return Object.fromEntries(
    extractions.map(({ name, schema }) => {
      const value = Object.hasOwn(values, name) ? values[name] : null;
      const { status, errors } = judge(schema, value ?? null);
      return [
        name,
        {
          schema_version: stamp.schema_version,
          status,
          result: value ?? null,
          errors,
          extracted_at: stamp.extracted_at,
        },
      ];
    }),
  );
}

/** What a model is told of its extractions that do not satisfy their schemas. */
export const extractionProblems = (results: Readonly<Record<string, ExtractionResult>>): string[] =>
  Object.entries(results).flatMap(([name, { status, errors }]) =>
    status === 'invalid' ? errors.map(({ path, message }) => `/extractions/${name}${path} ${message}`) : [],
  );

function judge(schema: Extraction['schema'], value: unknown): Pick<ExtractionResult, 'status' | 'errors'> {
  if (value === null) return { status: 'not_found', errors: [] };
  const compiled = compileSchema(schema);
  const checked = 'check' in compiled ? compiled.check(value) : compiled;
  if ('problem' in checked) {
    return {
      status: 'error',
      errors: [{ path: '', message: `the schema cannot be used: ${checked.problem}` }],
    };
  }
  return { status: checked.faults.length === 0 ? 'valid' : 'invalid', errors: checked.faults };
}
