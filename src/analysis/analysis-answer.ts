import type { JsonSchema } from '../agents/agent-config.js';
import { compileSchema } from '../common/json-schema.js';
import { storable } from '../common/redact-secrets.js';
import { analysisSchema, type Questions } from './analysis-schema.js';

export type Verdict = 'success' | 'failure' | 'unknown';

/** What a model answered, in the form it was asked for. */
export interface Analysis {
  summary: string;
  success: { result: Verdict; score: number | null; rationale: string | null };
  sentiment: { label: string; score: number | null };
  topics: string[];
  intent: string | null;
  next_steps: string[];
  opt_out: boolean | null;
  callback_requested: boolean | null;
  evidence: { quote: string; transcript_index: number }[];
  criteria: Record<string, { result: Verdict; value: unknown; rationale: string | null }>;
  extractions: Record<string, unknown>;
}

/** An answer that can be used, or why not. */
export type Reading = { analysis: Analysis; problems: [] } | { analysis: null; problems: string[] };

/** What a model leaves out says nothing. */
const UNSAID = {
  topics: [],
  intent: null,
  next_steps: [],
  opt_out: null,
  callback_requested: null,
  evidence: [],
  criteria: {},
  extractions: {},
};

/** Reads an answer. Its extractions are judged apart, each by its own schema. */
export function readAnswer(content: string, questions: Questions): Reading {
  const answer = parse(content);
  if (answer === null) return { analysis: null, problems: ['It is not one JSON object.'] };
  const complete = { ...UNSAID, ...answer };
  const problems = problemsOf(complete, questions);
  if (problems.length > 0) return { analysis: null, problems };
  return { analysis: complete as unknown as Analysis, problems: [] };
}

/** What a model is told of an answer in another form than it was asked for. */
function problemsOf(answer: object, questions: Questions): string[] {
  const form = compileSchema(formOf(questions));
  const checked = 'check' in form ? form.check(answer) : form;
  return 'problem' in checked
    ? [checked.problem]
    : checked.faults.map(({ path, message }) => `${path || '/'} ${message}`);
}

function parse(content: string): Record<string, unknown> | null {
  try {
    const value = kept(JSON.parse(content));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** What PostgreSQL cannot hold in a text is replaced. */
function kept(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(kept);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [storable(name), kept(part)]));
}

/** The form that is insisted on: what may be null may also be missing, and what was not asked for does no harm. */
function formOf({ successCriteria }: Questions): JsonSchema {
  const form = tolerant(analysisSchema({ successCriteria, extractions: [] }));
  const { criteria, ...properties } = form['properties'] as Record<string, JsonSchema>;
  return { ...form, properties: { ...properties, criteria: { ...criteria, required: [] } } };
}

function tolerant(schema: JsonSchema): JsonSchema {
  const { required, properties, items, ...rest } = schema;
  delete rest['additionalProperties'];
  // For the model alone; of twenty criteria they are more than a schema may have.
  delete rest['description'];
  if (items !== undefined) return { ...rest, items: tolerant(items as JsonSchema) };
  if (properties === undefined) return rest;
  const all = properties as Record<string, JsonSchema>;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(all).map(([name, property]) => [name, tolerant(property)])),
    required: (required as string[]).filter((name) => !Array.isArray(all[name]?.['type'])),
  };
}
