import { runInNewContext } from 'node:vm';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';

/** What a value lacks, as JSON Schema says it. */
export interface SchemaFault {
  /** JSON Pointer into the value; empty for the value itself. */
  path: string;
  message: string;
}

/** Checks a value: no faults in a good one, or why it could not be checked. */
type SchemaCheck = (value: unknown) => { faults: SchemaFault[] } | { problem: string };

/** As JSON text, in bytes. */
const LARGEST = 16 * 1024;
const DEEPEST = 12;
/**
 * A regular expression of a stranger can keep this process busy for hours; an asynchronous schema finds nothing wrong
 * until nobody listens any more.
 */
const REFUSED: Readonly<Record<string, (own: unknown) => boolean>> = {
  // A property may have these names: there, the value is a schema and no text.
  pattern: (own) => typeof own === 'string',
  patternProperties: (own) => typeof own === 'object',
  $async: (own) => own !== undefined,
};
const MOST_FAULTS = 20;
/** References to references can make a few lines take for ever. */
const LONGEST_CHECK_MS = 100;

const OPTIONS: Options = {
  strict: true,
  // What a model reads need not name every type twice.
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allowUnionTypes: true,
  // Whoever has to mend a value mends all of it at once.
  allErrors: true,
  logger: false,
};

const compiled = new LRUCache<string, { check: SchemaCheck } | { problem: string }>({ max: 500 });

/**
 * A user's JSON Schema (draft 2020-12, or 07 where `$schema` says so), ready to check with, or why it cannot be used:
 * too large, too deep, no schema, with an unknown keyword or one that is not allowed, or a reference to elsewhere.
 */
export function compileSchema(schema: unknown): { check: SchemaCheck } | { problem: string } {
  const problem = boundsProblem(schema);
  if (problem !== null) return { problem };
  const text = JSON.stringify(schema);
  const known = compiled.get(text) ?? compileNew(schema as Record<string, unknown>);
  compiled.set(text, known);
  return known;
}

/** The drafts, and what judges schemas of each: it keeps nothing of them, and takes longer to make than all the rest. */
const DRAFTS = [
  {
    names: /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/,
    id: 'https://json-schema.org/draft/2020-12/schema',
    judge: new Ajv2020(OPTIONS),
    Compiler: Ajv2020,
  },
  {
    names: /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/,
    id: 'http://json-schema.org/draft-07/schema',
    judge: new Ajv(OPTIONS),
    Compiler: Ajv,
  },
];

/** Each schema has a compiler of its own: no schema can refer to another organization's. */
function compileNew({
  $schema = DRAFTS[0]?.id,
  ...schema
}: Record<string, unknown>): { check: SchemaCheck } | { problem: string } {
  const draft = DRAFTS.find(({ names }) => typeof $schema === 'string' && names.test($schema));
  if (!draft) return refused('$schema must be draft 2020-12 or 07');
  const { id, judge, Compiler } = draft;
  try {
    if (!judge.validate(id, schema)) return refused(judge.errorsText(judge.errors, { dataVar: 'schema' }));
    const ajv = new Compiler({ ...OPTIONS, meta: false, validateSchema: false });
    addFormats.default(ajv);
    return { check: checkOf(ajv.compile(schema)) };
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
}

const refused = (reason: string) => ({
  problem: `must be a JSON Schema: ${reason.slice(0, 200).toWellFormed()}`,
});

const checkOf =
  (validate: ValidateFunction): SchemaCheck =>
  (value) => {
    try {
      const isGood: unknown = runInNewContext(
        'check()',
        { check: () => validate(value) },
        { timeout: LONGEST_CHECK_MS },
      );
      const errors = isGood === true ? [] : (validate.errors ?? []);
      return { faults: errors.slice(0, MOST_FAULTS).map(faultOf) };
    } catch {
      // Too long, or too deep: the schema refers to itself without end.
      return { problem: 'the schema takes too long to check by' };
    }
  };

const faultOf = ({ instancePath, message = 'is not allowed', params }: ErrorObject): SchemaFault => {
  const allowed = 'allowedValues' in params ? `: ${JSON.stringify(params.allowedValues).slice(0, 200)}` : '';
  return { path: instancePath, message: `${message}${allowed}` };
};

function boundsProblem(schema: unknown): string | null {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return 'must be a JSON object';
  if (isDeeperThan(DEEPEST, schema)) return `must have at most ${DEEPEST} levels`;
  if (Buffer.byteLength(JSON.stringify(schema)) > LARGEST) return `must have at most ${LARGEST} bytes`;
  const forbidden = Object.keys(REFUSED).find((keyword) => uses(schema, keyword));
  return forbidden ? `must not use ${forbidden}` : null;
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part)));

const uses = (value: unknown, keyword: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (REFUSED[keyword]?.((value as Record<string, unknown>)[keyword]) === true ||
    Object.values(value).some((part) => uses(part, keyword)));
