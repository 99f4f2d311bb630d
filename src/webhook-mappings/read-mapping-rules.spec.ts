import * as fc from 'fast-check';
import { MappingRules, NO_RULES, requiresPhone } from './mapping-rules.js';
import { readMappingRules, RULE_LIMITS } from './read-mapping-rules.js';

const issuesOf = (body: unknown) => {
  const read = readMappingRules(body);
  return 'issues' in read ? read.issues.map(({ field, issue, received }) => [field, issue, received]) : [];
};
const mapping = (parts: object) => ({ field_mappings: [{ source: 'phone', target: 'phone', ...parts }] });
const preset = (parts: object) => ({ static_values: [{ target: 'company', value: 'Acme', ...parts }] });

const TARGETS =
  'must be one of firstName, lastName, email, company, countryCode, timezone, crmId, crmSource, phone, variables.<name>';
const TRANSFORMS =
  'must be null or one of trim, lowercase, uppercase, title_case, phone, first_name_of, last_name_of, date';

describe('the rules of a mapping', () => {
  it('are read in the names of the code', () => {
    expect(
      readMappingRules({
        name: 'not looked at',
        field_mappings: [
          { source: 'lead.phones[0]', target: 'phone' },
          { source: 'name', target: 'variables.full_name', transform: 'title_case' },
          { source: 'x', target: 'email', transform: null },
        ],
        static_values: [
          { target: 'countryCode', value: 'gb' },
          { target: 'variables.seats', value: 3, override: true },
          { target: 'variables.vip', value: false, override: null },
        ],
        static_tags: ['lead', 'Lead'],
        on_duplicate: 'overwrite',
      }),
    ).toEqual({
      rules: {
        fieldMappings: [
          { source: 'lead.phones[0]', target: 'phone', transform: null },
          { source: 'name', target: 'variables.full_name', transform: 'title_case' },
          { source: 'x', target: 'email', transform: null },
        ],
        staticValues: [
          { target: 'countryCode', value: 'GB', override: false },
          { target: 'variables.seats', value: 3, override: true },
          { target: 'variables.vip', value: false, override: false },
        ],
        staticTags: ['lead', 'Lead'],
        onDuplicate: 'overwrite',
      },
    });
  });

  it('that are absent stay absent, and null clears', () => {
    expect(readMappingRules({})).toEqual({ rules: {} });
    expect(readMappingRules({ static_tags: ['a'], on_duplicate: undefined })).toEqual({
      rules: { staticTags: ['a'] },
    });
    const cleared = { field_mappings: null, static_values: null, static_tags: null, on_duplicate: null };
    expect(readMappingRules(cleared)).toEqual({ rules: NO_RULES });
  });

  it.each([
    'phone',
    'Phone No.',
    'interests[]',
    'user[phone]',
    'a..b',
    ' ',
    "['a.b'].c",
    'f[name=x].values[0]',
    '__proto__',
    'x'.repeat(RULE_LIMITS.sourceLength),
    'a.'.repeat(RULE_LIMITS.sourceSteps - 1) + 'a',
  ])('may have the source %j', (source) => {
    expect(issuesOf(mapping({ source }))).toEqual([]);
  });

  it.each([
    ['', 'must be text of 1 to 500 characters'],
    ['x'.repeat(501), 'must be text of 1 to 500 characters'],
    [5, 'must be text of 1 to 500 characters'],
    [null, 'must be text of 1 to 500 characters'],
    ['lead.phones[0', "has a bracket that is never closed; a name with brackets is written ['in quotes']"],
    ["lead['phones", "has a bracket that is never closed; a name with brackets is written ['in quotes']"],
    ['a.'.repeat(64) + 'a', 'must not have more than 64 steps'],
    ['a\0', 'must not contain a NUL character'],
    ['a\ud800', 'must not contain half of a surrogate pair'],
  ])('cannot have the source %j', (source, issue) => {
    const [first, ...others] = issuesOf(mapping({ source }));
    expect([first?.slice(0, 2), others]).toEqual([['field_mappings[0].source', issue], []]);
  });

  it.each([
    ['no list', { field_mappings: {} }, 'field_mappings', 'must be a list', '{}'],
    ['no object', { field_mappings: ['phone'] }, 'field_mappings[0]', 'must be an object', 'phone'],
    ['an unknown target', mapping({ target: 'mobile' }), 'field_mappings[0].target', TARGETS, 'mobile'],
    [
      'a bad variable',
      mapping({ target: 'variables.a b' }),
      'field_mappings[0].target',
      TARGETS,
      'variables.a b',
    ],
    [
      'an unknown transform',
      mapping({ transform: 'rot13' }),
      'field_mappings[0].transform',
      TRANSFORMS,
      'rot13',
    ],
    [
      'several transforms',
      mapping({ transform: ['trim'] }),
      'field_mappings[0].transform',
      TRANSFORMS,
      '["trim"]',
    ],
    [
      'a misspelt field',
      mapping({ transfrom: 'trim' }),
      'field_mappings[0].transfrom',
      'is not a known field',
      undefined,
    ],
    [
      'a phone for all',
      preset({ target: 'phone', value: '+13125550100' }),
      'static_values[0].target',
      'must not be phone: every payload would become the same contact',
      'phone',
    ],
    ['an empty value', preset({ value: ' ' }), 'static_values[0].value', 'must not be empty', ' '],
    [
      'no value',
      preset({ value: undefined }),
      'static_values[0].value',
      'must be text, a number, true or false',
      undefined,
    ],
    [
      'a value that is null',
      preset({ value: null }),
      'static_values[0].value',
      'must be text, a number, true or false',
      null,
    ],
    [
      'a list',
      preset({ target: 'variables.x', value: ['a'] }),
      'static_values[0].value',
      'must be text, a number, true or false',
      '["a"]',
    ],
    ['a number for text', preset({ value: 5 }), 'static_values[0].value', 'must be text', 5],
    [
      'a bad e-mail',
      preset({ target: 'email', value: 'ada' }),
      'static_values[0].value',
      'is not an e-mail address',
      'ada',
    ],
    [
      'a bad country',
      preset({ target: 'countryCode', value: 'USA' }),
      'static_values[0].value',
      'is not a two-letter country code (ISO 3166-1)',
      'USA',
    ],
    [
      'a bad zone',
      preset({ target: 'timezone', value: 'Chicago' }),
      'static_values[0].value',
      'is not a time zone of the IANA list',
      'Chicago',
    ],
    ['a NUL', preset({ value: 'a\0' }), 'static_values[0].value', 'must not contain a NUL character', 'a\0'],
    [
      'a word for a flag',
      preset({ override: 'yes' }),
      'static_values[0].override',
      'must be true or false',
      'yes',
    ],
    [
      'an unknown policy',
      { on_duplicate: 'merge' },
      'on_duplicate',
      'must be one of fill_missing, overwrite, skip',
      'merge',
    ],
    ['tags in one text', { static_tags: 'a,b' }, 'static_tags', 'must be a list', 'a,b'],
    ['an empty tag', { static_tags: ['a', ''] }, 'static_tags[1]', 'must be text of 1 to 100 characters', ''],
    ['a number as tag', { static_tags: [1] }, 'static_tags[0]', 'must be text of 1 to 100 characters', 1],
    [
      'a tag in spaces',
      { static_tags: [' a'] },
      'static_tags[0]',
      'must not start or end with a space',
      ' a',
    ],
    ['a tag twice', { static_tags: ['a', 'b', 'a'] }, 'static_tags[2]', 'is given twice', 'a'],
    ['no body', null, 'body', 'Invalid input: expected object, received null', null],
  ])('refuse %s', (_what, body, field, issue, received) => {
    expect(issuesOf(body)).toEqual([[field, issue, received]]);
  });

  it('name each place that is wrong', () => {
    const body = {
      field_mappings: [
        { source: 'phone', target: 'phone' },
        { source: '', target: 'nothing' },
      ],
      static_values: [
        { target: 'company', value: 'a' },
        { target: 'company', value: 'b' },
      ],
      on_duplicate: 1,
    };
    expect(issuesOf(body).map(([field]) => field)).toEqual([
      'field_mappings[1].source',
      'field_mappings[1].target',
      'static_values[1].target',
      'on_duplicate',
    ]);
  });

  it.each([
    ['field_mappings', RULE_LIMITS.fieldMappings, (i: number) => ({ source: `s${i}`, target: 'crmId' })],
    ['static_values', RULE_LIMITS.staticValues, (i: number) => ({ target: `variables.v${i}`, value: 'x' })],
    ['static_tags', RULE_LIMITS.staticTags, (i: number) => `t${i}`],
  ])('hold at most so many %s: %i', (field, limit, item) => {
    const items = (count: number) => ({ [field]: Array.from({ length: count }, (_, index) => item(index)) });
    expect(issuesOf(items(limit))).toEqual([]);
    expect(issuesOf(items(limit + 1)).map(([place, issue]) => [place, issue])).toEqual([
      [field, `must not have more than ${limit} items`],
    ]);
  });

  it('name no more than fifty faults of a hopeless body', () => {
    expect(issuesOf({ field_mappings: Array.from({ length: 200 }, () => ({})) })).toHaveLength(50);
  });

  it('are read or refused, whatever the body is', () => {
    const part = fc.oneof(
      fc.jsonValue(),
      fc.array(fc.dictionary(fc.constantFrom('source', 'target', 'value'), fc.jsonValue())),
    );
    const body = fc.record({
      field_mappings: part,
      static_values: part,
      static_tags: part,
      on_duplicate: part,
    });
    fc.assert(
      fc.property(body, (any) => {
        const read: { rules?: unknown; issues?: readonly unknown[] } = readMappingRules(any);
        expect(read.rules === undefined).toBe((read.issues?.length ?? 0) > 0);
      }),
    );
  });
});

describe('an active mapping', () => {
  const rules = (target: 'phone' | 'variables.phone'): MappingRules => ({
    ...NO_RULES,
    fieldMappings: [{ source: 'phone', target, transform: null }],
  });

  it('needs a field mapping with the target phone', () => {
    expect(requiresPhone(rules('phone'))).toEqual([]);
    for (const lacking of [NO_RULES, rules('variables.phone')]) {
      expect(requiresPhone(lacking)).toEqual([
        {
          field: 'field_mappings',
          in: 'body',
          issue: 'must have a mapping with the target phone for the mapping to be active',
        },
      ]);
    }
  });
});
