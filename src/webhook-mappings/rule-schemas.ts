import type { ApiPropertyOptions } from '@nestjs/swagger';
import { RULE_LIMITS } from './read-mapping-rules.js';
import { TRANSFORMS } from './transforms.js';

/** Transforms that a field mapping may name; null is none of them. */
export const TRANSFORM_NAMES = [...Object.keys(TRANSFORMS), null];

/** What a static value may be. */
export const SCALAR = [{ type: 'string' }, { type: 'number', format: 'double' }, { type: 'boolean' }];

const TARGETS =
  '`firstName` `lastName` `email` `phone` `company` `countryCode` `timezone` `crmId` `crmSource` or `variables.<name>`.';

export const FIELD_MAPPINGS: ApiPropertyOptions = {
  type: 'array',
  maxItems: RULE_LIMITS.fieldMappings,
  items: {
    type: 'object',
    required: ['source', 'target'],
    additionalProperties: false,
    properties: {
      source: {
        type: 'string',
        description: 'Name of a field, or a path into nested data.',
        minLength: 1,
        maxLength: RULE_LIMITS.sourceLength,
        example: 'lead.phones[0].number',
      },
      target: { type: 'string', description: TARGETS, example: 'phone' },
      transform: {
        type: 'string',
        description: 'What is done to the text first; null, or left out, for nothing.',
        enum: TRANSFORM_NAMES,
        nullable: true,
      },
    },
  },
  example: [
    { source: 'firstName', target: 'firstName' },
    { source: 'phone', target: 'phone' },
  ],
};

export const STATIC_VALUES: ApiPropertyOptions = {
  type: 'array',
  maxItems: RULE_LIMITS.staticValues,
  items: {
    type: 'object',
    required: ['target', 'value'],
    additionalProperties: false,
    properties: {
      target: { type: 'string', description: 'Any target but `phone`.', example: 'crmSource' },
      value: { description: 'The value to set.', oneOf: SCALAR, example: 'website' },
      override: {
        type: 'boolean',
        description: 'true: always written; false, or left out: a default for what is empty.',
      },
    },
  },
  example: [{ target: 'crmSource', value: 'website', override: false }],
};

export const STATIC_TAGS: ApiPropertyOptions = {
  type: 'array',
  maxItems: RULE_LIMITS.staticTags,
  items: { type: 'string', minLength: 1, maxLength: RULE_LIMITS.tagLength },
  example: ['website'],
};
