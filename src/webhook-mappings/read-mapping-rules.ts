import { z } from 'zod';
import { Issue } from '../common/app-error.js';
import { bodyIssues, distinct, list, OBJECT } from '../common/body-rules.js';
import { BAD_TEXT_ISSUES, badTextIn } from '../common/body-text.js';
import { JsonScalar } from '../common/json-text.js';
import { Reading } from '../common/readings.js';
import {
  isTarget,
  isTextTarget,
  readTextTarget,
  readVariable,
  Target,
  TEXT_TARGETS,
  ValueReading,
} from './contact-targets.js';
import { MappingRules, NO_RULES, StaticValue } from './mapping-rules.js';
import { ON_DUPLICATE } from './merge-contact.js';
import { parseSourcePath } from './source-path.js';
import { TransformName, TRANSFORMS } from './transforms.js';

/** What a mapping may hold at most; lengths in characters (UTF-16 units). */
export const RULE_LIMITS = {
  fieldMappings: 200,
  staticValues: 100,
  staticTags: 50,
  sourceLength: 500,
  sourceSteps: 64,
  tagLength: 100,
} as const;

const TRANSFORM_NAMES = Object.keys(TRANSFORMS) as TransformName[];

/** What is wrong with a source, or null: nearly any text is at least the plain name of a top-level field. */
function sourceIssue(source: string): string | null {
  const { steps } = parseSourcePath(source);
  if (steps === null && source.lastIndexOf('[') > source.lastIndexOf(']'))
    return `has a bracket that is never closed; a name with brackets is written ['in quotes']`;
  if (steps && steps.length > RULE_LIMITS.sourceSteps)
    return `must not have more than ${RULE_LIMITS.sourceSteps} steps`;
  return textIssue(source);
}

function textIssue(text: string): string | null {
  const fault = badTextIn(text);
  return fault && BAD_TEXT_ISSUES[fault];
}

/** A static value as it is stored: `us` as a country is `US`. */
function readStaticValue(target: StaticValue['target'], value: JsonScalar): Reading<JsonScalar> {
  if (isTextTarget(target) && typeof value !== 'string') return { issue: 'must be text' };
  const fault = typeof value === 'string' ? textIssue(value) : null;
  if (fault !== null) return { issue: fault };
  const reading: ValueReading<JsonScalar> = isTextTarget(target)
    ? readTextTarget(target, String(value))
    : readVariable(value);
  if ('issue' in reading) return reading;
  return reading.value === null ? { issue: 'must not be empty' } : { value: reading.value };
}

const text = (maxLength: number, issueOf: (text: string) => string | null) => {
  const error = `must be text of 1 to ${maxLength} characters`;
  return z
    .string({ error })
    .min(1, { error })
    .max(maxLength, { error, abort: true })
    .superRefine((value, context) => {
      const message = issueOf(value);
      if (message !== null) context.addIssue({ code: 'custom', message, input: value });
    });
};

const target = z.custom<Target>((value) => typeof value === 'string' && isTarget(value), {
  error: `must be one of ${Object.keys(TEXT_TARGETS).join(', ')}, phone, variables.<name>`,
});

const fieldMapping = z.strictObject(
  {
    source: text(RULE_LIMITS.sourceLength, sourceIssue),
    target,
    transform: z
      .enum(TRANSFORM_NAMES, { error: `must be null or one of ${TRANSFORM_NAMES.join(', ')}` })
      .nullish()
      .transform((name) => name ?? null),
  },
  OBJECT,
);

const staticValue = z
  .strictObject(
    {
      target,
      value: z.union([z.string(), z.number(), z.boolean()], {
        error: 'must be text, a number, true or false',
      }),
      override: z
        .boolean({ error: 'must be true or false' })
        .nullish()
        .transform((flag) => flag ?? false),
    },
    OBJECT,
  )
  .transform(({ target, value, override }, context): StaticValue => {
    const refuse = (place: string, message: string, input: unknown): never => {
      context.addIssue({ code: 'custom', message, path: [place], input });
      return z.NEVER;
    };
    if (target === 'phone') return refuse('target', PHONE_IS_IDENTITY, target);
    const reading = readStaticValue(target, value);
    if ('issue' in reading) return refuse('value', reading.issue, value);
    return { target, value: reading.value, override };
  });

const PHONE_IS_IDENTITY = 'must not be phone: every payload would become the same contact';

const staticTag = text(
  RULE_LIMITS.tagLength,
  (tag) => textIssue(tag) ?? (tag.trim() === tag ? null : 'must not start or end with a space'),
);

const rulesBody = z.object({
  field_mappings: list(fieldMapping, RULE_LIMITS.fieldMappings).nullish(),
  static_values: list(staticValue, RULE_LIMITS.staticValues)
    .superRefine(distinct((entry) => entry.target, 'target'))
    .nullish(),
  static_tags: list(staticTag, RULE_LIMITS.staticTags)
    .superRefine(distinct((tag) => tag))
    .nullish(),
  on_duplicate: z.enum(ON_DUPLICATE, { error: `must be one of ${ON_DUPLICATE.join(', ')}` }).nullish(),
});

/**
 * Reads and judges the rules in a body that creates or changes a mapping; other fields of it are not looked at. What
 * is absent stays absent (so that a change sets only what it names), null stands for what {@link NO_RULES} has.
 * @returns the rules, or every issue with its place, such as `field_mappings[2].target`
 */
export function readMappingRules(
  body: unknown,
): { rules: Partial<MappingRules> } | { issues: readonly Issue[] } {
  const read = rulesBody.safeParse(body, { reportInput: true });
  if (!read.success) return { issues: bodyIssues(read.error) };
  const { field_mappings, static_values, static_tags, on_duplicate } = read.data;
  return {
    rules: {
      ...(field_mappings !== undefined && { fieldMappings: field_mappings ?? NO_RULES.fieldMappings }),
      ...(static_values !== undefined && {
        staticValues: static_values ?? NO_RULES.staticValues,
      }),
      ...(static_tags !== undefined && { staticTags: static_tags ?? NO_RULES.staticTags }),
      ...(on_duplicate !== undefined && { onDuplicate: on_duplicate ?? NO_RULES.onDuplicate }),
    },
  };
}
