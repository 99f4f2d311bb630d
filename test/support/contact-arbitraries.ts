import * as fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../src/common/json-text.js';
import { Target, TEXT_TARGETS, TextTarget } from '../../src/webhook-mappings/contact-targets.js';
import type { FieldMapping, MappingRules } from '../../src/webhook-mappings/mapping-rules.js';
import {
  ContactDraft,
  ContactState,
  ContactValues,
  ON_DUPLICATE,
} from '../../src/webhook-mappings/merge-contact.js';
import { leavesOf } from '../../src/webhook-mappings/payload-leaves.js';
import { TransformName, TRANSFORMS } from '../../src/webhook-mappings/transforms.js';

/** Names that payloads really have, and names that trip programs up. */
const name = fc.oneof(
  fc.constantFrom(
    'name',
    'value',
    'values',
    'field',
    'ref',
    'key',
    'type',
    'phone',
    'a',
    'b',
    'a.b',
    'a[0]',
    "['a']",
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'length',
    'toString',
    '0',
    '',
    'x=y',
    'it’s',
    "o'c]",
  ),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
);

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    'Ada Lovelace',
    'ada@example.com',
    '(312) 555-0100',
    '+442079460958',
    'GB',
    'Europe/London',
  ),
  fc.constantFrom('2026-01-15', '15.01.2026', '1768472569000'),
  fc.integer(),
  // PostgreSQL keeps no negative zero, and JSON readers make nothing of it.
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.boolean(),
  fc.constant(null),
);

const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('json')), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
    fc
      .array(fc.tuple(name, scalar), { maxLength: 3 })
      .map((pairs) => pairs.map(([key, value]) => ({ name: key, value }))),
  ),
}));

/** What an outside system might post: objects of any JSON, with `__proto__` and the like as plain names. */
export const anyPayload: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(name, json), { maxLength: 6 })
  .map((pairs) => Object.fromEntries(pairs));

const TEXT_NAMES = Object.keys(TEXT_TARGETS) as TextTarget[];
const VARIABLES = ['budget', 'interests', '__proto__', 'constructor'];

const anyTarget = fc.constantFrom<Target>(
  ...TEXT_NAMES,
  'phone',
  'phone',
  ...VARIABLES.map((variable) => `variables.${variable}` as const),
);

/** Rules whose sources are partly paths of `payload` and partly anything. */
const rulesFor = (payload: JsonObject): fc.Arbitrary<MappingRules> => {
  const paths = [...leavesOf(payload)].map(({ path }) => path);
  const anySource = fc.oneof(
    name,
    fc.string(),
    fc.constantFrom('phone', 'a.b', 'a[name=x]', 'a[0]', ...paths),
  );
  const fieldMapping: fc.Arbitrary<FieldMapping> = fc.record({
    source: anySource,
    target: anyTarget,
    transform: fc.option(fc.constantFrom(...(Object.keys(TRANSFORMS) as TransformName[]))),
  });
  const staticValue = fc.record({
    target: anyTarget.filter((target) => target !== 'phone'),
    value: fc.string({ minLength: 1 }),
    override: fc.boolean(),
  });
  return fc.record({
    fieldMappings: fc.array(fieldMapping, { maxLength: 8 }),
    staticValues: fc.uniqueArray(staticValue, { maxLength: 4, selector: ({ target }) => target }),
    staticTags: fc.uniqueArray(fc.constantFrom('lead', 'vip', 'form')),
    onDuplicate: fc.constantFrom(...ON_DUPLICATE),
  });
};

/** A payload and rules that have something to do with it. */
export const anyIntake: fc.Arbitrary<{ payload: JsonObject; rules: MappingRules }> = anyPayload.chain(
  (payload) => rulesFor(payload).map((rules) => ({ payload, rules })),
);

const fieldValue = fc.constantFrom('Ada', 'Grace', 'x');
const variables: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(fc.constantFrom(...VARIABLES), fc.oneof(scalar, json)), { maxLength: 3 })
  .map((pairs) => Object.fromEntries(pairs));
const tags = fc.uniqueArray(fc.constantFrom('lead', 'vip', 'form', 'Lead'));

/** Values as the engine makes them: nothing empty. */
const anyValues: fc.Arbitrary<ContactValues> = fc.record({
  fields: fc.dictionary(fc.constantFrom(...TEXT_NAMES), fieldValue),
  variables: variables.map((all) =>
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== '')),
  ),
});

/** What one request may bring. */
export const anyDraft: fc.Arbitrary<ContactDraft> = fc.record({
  mapped: anyValues,
  defaults: anyValues,
  overrides: anyValues,
  tags,
});

/** A contact as it may be stored, with empty fields and empty variables. */
export const anyContact: fc.Arbitrary<ContactState> = fc.record({
  fields: fc.record(Object.fromEntries(TEXT_NAMES.map((field) => [field, fc.option(fieldValue)]))),
  variables,
  tags,
});
