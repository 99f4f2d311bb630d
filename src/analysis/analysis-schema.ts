import type { AgentConfig, Extraction, JsonSchema, SuccessCriterion } from '../agents/agent-config.js';

/** What is judged and read out of a call. */
export type Questions = Pick<AgentConfig, 'successCriteria' | 'extractions'>;

export const ANALYSIS_SCHEMA_NAME = 'call_analysis';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const textOrNull = { type: ['string', 'null'] };
const numberOrNull = { type: ['number', 'null'] };
const booleanOrNull = { type: ['boolean', 'null'] };
const result = { type: 'string', enum: ['success', 'failure', 'unknown'] };

/** The answer that a model is asked for: closed objects, everything required, so that servers can hold it to the letter. */
export const analysisSchema = ({ successCriteria, extractions }: Questions): JsonSchema =>
  closed({
    summary: { ...text, description: 'What the call was about and how it ended, in one to three sentences.' },
    success: closed({
      result,
      score: { ...numberOrNull, description: 'From 0, failed, to 1, succeeded.' },
      rationale: textOrNull,
    }),
    sentiment: closed({
      label: { type: 'string', enum: ['positive', 'neutral', 'negative', 'mixed'] },
      score: { ...numberOrNull, description: "The customer's mood, from -1 to 1." },
    }),
    topics: texts,
    intent: { ...textOrNull, description: 'What the customer wanted; null when it did not become clear.' },
    next_steps: texts,
    opt_out: { ...booleanOrNull, description: 'Whether the customer asked not to be contacted any more.' },
    callback_requested: booleanOrNull,
    evidence: {
      type: 'array',
      items: closed({
        quote: { ...text, description: 'Copied word for word from one line.' },
        transcript_index: { type: 'integer', description: 'The number of that line.' },
      }),
    },
    criteria: closed(named(successCriteria, criterionSchema)),
    extractions: closed(named(extractions, extractionSchema)),
  });

const VALUES = { boolean: booleanOrNull, number: numberOrNull, text: textOrNull };

const criterionSchema = ({ description, type }: SuccessCriterion): JsonSchema =>
  closed({ result, value: { ...VALUES[type], description }, rationale: textOrNull });

/** References in a schema count from its own root: such a one is told in words only. */
const extractionSchema = ({ description, schema }: Extraction): JsonSchema => {
  const isWhole = !/"\$(ref|id|dynamicRef|recursiveRef)"/.test(JSON.stringify(schema));
  return isWhole
    ? { description, anyOf: [withoutDialect(schema), { type: 'null' }] }
    : { description: `${description} ${JSON.stringify(schema)}` };
};

function withoutDialect(schema: JsonSchema): JsonSchema {
  const { ...copy } = schema;
  delete copy['$schema'];
  return copy;
}

const closed = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Whatever the names are: `__proto__` is one too. */
const named = <T extends { name: string }>(
  items: readonly T[],
  schemaOf: (item: T) => JsonSchema,
): Record<string, JsonSchema> => Object.fromEntries(items.map((item) => [item.name, schemaOf(item)]));
