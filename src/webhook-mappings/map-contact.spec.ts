import * as fc from 'fast-check';
import { anyIntake } from '../../test/support/contact-arbitraries.js';
import { watched } from '../../test/support/watched.js';
import { JsonObject, JsonValue } from '../common/json-text.js';
import { isE164 } from '../common/phone-number.js';
import { textOf } from './contact-targets.js';
import { mapContact } from './map-contact.js';
import { MOST_UNMAPPED, phoneIssues } from './mapping-findings.js';
import { FieldMapping, MappingRules, NO_RULES, StaticValue } from './mapping-rules.js';

const SETTINGS = { defaultCountry: 'US' } as const;

/** A rule in short: `source > target`, or `source > target transform`. */
const rule = (text: string): FieldMapping => {
  const [source = '', target = '', transform = null] = text.split(/ > | /);
  return { source, target, transform } as FieldMapping;
};
const preset = (target: StaticValue['target'], value: string): StaticValue => ({
  target,
  value,
  override: false,
});
const forced = (target: StaticValue['target'], value: string): StaticValue => ({
  target,
  value,
  override: true,
});

const map = (mappings: string[], payload: JsonObject, parts: Partial<MappingRules> = {}) =>
  mapContact({ ...NO_RULES, fieldMappings: mappings.map(rule), ...parts }, payload, SETTINGS);

/** What the payload gave the contact. */
const mapped = (mappings: string[], payload: JsonObject, parts: Partial<MappingRules> = {}) => {
  const { fields, variables } = map(mappings, payload, parts).draft.mapped;
  return { ...fields, ...variables };
};

describe('field mappings', () => {
  it('bring values from their sources to their targets', () => {
    const payload = { first: 'Ada', lead: { mail: 'ada@example.com', phones: ['(312) 555-0100'] }, age: 36 };
    const contact = map(
      ['first > firstName', 'lead.mail > email', 'lead.phones[0] > phone', 'age > variables.age'],
      payload,
    );
    expect(contact.draft.mapped).toEqual({
      fields: { firstName: 'Ada', email: 'ada@example.com' },
      variables: { age: 36 },
    });
    expect(contact.phone).toEqual({
      e164: '+13125550100',
      country: 'US',
      assigned: true,
      extension: null,
      source: 'lead.phones[0]',
    });
    expect(contact.applied).toEqual({
      mapped: ['firstName', 'email', 'phone', 'variables.age'],
      static: [],
      tags: [],
    });
    expect(contact.warnings).toEqual([]);
    expect(contact.unmapped).toEqual([]);
  });

  it.each<[JsonValue, JsonValue | undefined, JsonValue | undefined]>([
    // sent, as text, as a variable
    ['Ada', 'Ada', 'Ada'],
    ['', undefined, undefined],
    ['  ', undefined, undefined],
    [null, undefined, undefined],
    [42, '42', 42],
    ['12025550123456789012', '12025550123456789012', '12025550123456789012'],
    [0, '0', 0],
    [true, undefined, true],
    [false, undefined, false],
    [['a', 'b'], 'a, b', ['a', 'b']],
    [['a', '', null, 3], 'a, 3', ['a', '', null, 3]],
    [[], undefined, undefined],
    [{ a: 1 }, undefined, { a: 1 }],
    [[{ a: 1 }], undefined, [{ a: 1 }]],
    [{}, undefined, undefined],
    ['x'.repeat(300), undefined, 'x'.repeat(300)],
  ])('take %j as the text %j and the variable %j', (sent, text, variable) => {
    expect(mapped(['x > company', 'x > variables.x'], { x: sent })).toEqual({
      ...(text !== undefined && { company: text }),
      ...(variable !== undefined && { x: variable }),
    });
  });

  it.each<[string, JsonValue, JsonValue | undefined]>([
    ['x > firstName title_case', 'ADA', 'Ada'],
    ['x > firstName first_name_of', 'Ada Lovelace', 'Ada'],
    ['x > lastName last_name_of', 'Ada', undefined],
    ['x > company uppercase', ['a', 'b'], 'A, B'],
    ['x > email trim', ' ada@example.com ', 'ada@example.com'],
    ['x > variables.day date', '01/15/2026', '2026-01-15'],
    ['x > variables.day date', 1768472569000, '2026-01-15T10:22:49.000Z'],
    ['x > variables.days date', ['2026-01-15', '16.01.2026'], ['2026-01-15', '2026-01-16']],
    ['x > variables.days date', ['2026-01-15', 'soon'], undefined],
    ['x > variables.topics lowercase', ['A', '', 'B'], ['a', 'b']],
    ['x > variables.flag lowercase', true, undefined],
    ['x > variables.other phone', '312-555-0100', '+13125550100'],
    ['x > variables.other phone', 'none', undefined],
  ])('do %s to %j: %j', (mapping, sent, value) => {
    expect(Object.values(mapped([mapping], { x: sent }))).toEqual(value === undefined ? [] : [value]);
  });

  it('with one target are tried in turn until one yields a value', () => {
    const chain = ['a > email', 'b > email', 'c > email', 'd > email'];
    const payload = { a: '', b: 'nonsense', c: 'c@example.com', d: 'd@example.com' };
    const contact = map(chain, payload);
    expect(contact.draft.mapped.fields).toEqual({ email: 'c@example.com' });
    expect(contact.applied.mapped).toEqual(['email']);
    expect(contact.warnings).toEqual([
      { target: 'email', source: 'b', issue: 'is not an e-mail address; skipped', received: 'nonsense' },
    ]);
    expect(contact.trace.map(({ used, value, issue }) => [used, value, issue])).toEqual([
      [false, null, null],
      [false, null, 'is not an e-mail address'],
      [true, 'c@example.com', null],
      [false, 'd@example.com', null],
    ]);
    expect(contact.unmapped).toEqual([]);
  });

  it('that come after the one that won are not warned about', () => {
    expect(map(['a > email', 'b > email'], { a: 'a@example.com', b: 'nonsense' }).warnings).toEqual([]);
  });

  it('can name variables like parts of every object', () => {
    const { variables } = map(['a > variables.__proto__', 'b > variables.constructor'], { a: '1', b: '2' })
      .draft.mapped;
    expect(Object.getPrototypeOf(variables)).toBe(Object.prototype);
    expect(Object.entries(variables)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it('take __proto__ in a payload as a name', () => {
    const payload = JSON.parse('{"__proto__":{"phone":"312-555-0100"},"constructor":"Ada"}') as JsonObject;
    const contact = map(['__proto__.phone > phone', 'constructor > firstName'], payload);
    expect(contact.phone).toMatchObject({ e164: '+13125550100' });
    expect(contact.draft.mapped.fields).toEqual({ firstName: 'Ada' });
    expect(map(['__proto__ > firstName', 'toString > lastName'], { x: 1 }).draft.mapped.fields).toEqual({});
  });
});

describe('the phone number of a contact', () => {
  const LONDON = '+442079460958';
  const sent = { phone: '020 7946 0958', country: 'gb' };

  it.each<[string, string[], StaticValue[], string | null]>([
    ['of the payload', ['phone > phone', 'country > countryCode'], [], LONDON],
    ['of a static default', ['phone > phone'], [preset('countryCode', 'GB')], LONDON],
    [
      'of the payload before a static default',
      ['phone > phone', 'country > countryCode'],
      [preset('countryCode', 'US')],
      LONDON,
    ],
    [
      'of an override before the payload',
      ['phone > phone', 'country > countryCode'],
      [forced('countryCode', 'US')],
      null,
    ],
    [
      'of the organization, where the payload names none',
      ['phone > phone', 'nobody > countryCode'],
      [],
      null,
    ],
    [
      'of the organization, where the payload names nonsense',
      ['phone > phone', 'phone > countryCode'],
      [],
      null,
    ],
    [
      'of the first rule that names one',
      ['phone > phone', 'phone > countryCode', 'country > countryCode'],
      [],
      LONDON,
    ],
    ['of a rule that stands before it', ['country > countryCode', 'phone > phone'], [], LONDON],
    [
      'of a country without a numbering plan: the organization',
      ['phone > phone'],
      [preset('countryCode', 'AQ')],
      null,
    ],
  ])('is read by the country %s', (_which, mappings, staticValues, e164) => {
    const { phone } = map(mappings, sent, { staticValues });
    if (e164 === null) expect(phone).toHaveProperty('refused');
    else expect(phone).toMatchObject({ e164 });
  });

  it('orders day and month of dates by its country too', () => {
    const payload = { country: 'GB', day: '03/04/2026', phone: '+442079460958' };
    expect(mapped(['day > variables.day date', 'country > countryCode'], payload)).toMatchObject({
      day: '2026-04-03',
    });
    expect(mapped(['day > variables.day date'], payload)).toMatchObject({ day: '2026-03-04' });
  });

  it.each<[JsonValue, string | null]>([
    [13125550100, '+13125550100'],
    [3125550100, '+13125550100'],
    ['12025550123456789012', null],
    [['312-555-0100'], '+13125550100'],
    [['312-555-0100', '312-555-0199'], null],
    [{ number: '312-555-0100' }, null],
    [true, null],
  ])('sent as %j is %j', (phone, e164) => {
    const outcome = map(['phone > phone'], { phone }).phone;
    expect('e164' in outcome ? outcome.e164 : null).toBe(e164);
  });

  it('comes from the first source that holds a valid one', () => {
    const contact = map(['mobile > phone', 'work > phone phone'], { mobile: 'ask me', work: '312-555-0100' });
    expect(contact.phone).toMatchObject({ e164: '+13125550100', source: 'work' });
    expect(contact.warnings).toEqual([
      { target: 'phone', source: 'mobile', issue: 'has letters in it; skipped', received: 'ask me' },
    ]);
  });

  it.each([
    ['555-123-4567', 'is a possible number, but none that is given out to anybody'],
    ['312-555-0100 x9', 'was stored without its extension 9'],
  ])('%s is taken with a warning: it %s', (phone, issue) => {
    const contact = map(['phone > phone phone'], { phone });
    expect(contact.phone).toHaveProperty('e164');
    expect(contact.warnings).toEqual([{ target: 'phone', source: 'phone', issue, received: phone }]);
  });

  it('is refused with every source that was tried and what it held', () => {
    const { phone, warnings } = map(['a > phone', 'b > phone', 'c.d > phone', 'e > phone'], {
      a: '',
      b: 'x'.repeat(200),
      e: { f: 1 },
    });
    const refused = 'refused' in phone ? phone.refused : [];
    expect(phoneIssues(refused)).toEqual([
      { field: 'a', in: 'body', issue: 'is empty', received: '' },
      {
        field: 'b',
        in: 'body',
        issue: 'has too many digits for its country',
        received: `${'x'.repeat(99)}…`,
      },
      { field: 'c.d', in: 'body', issue: 'is missing from the payload' },
      { field: 'e', in: 'body', issue: 'is an object, not text', received: '{"f":1}' },
    ]);
    expect(warnings).toEqual([]);
  });

  it('is refused where nothing maps it', () => {
    const { phone } = map(['phone > variables.phone'], { phone: '312-555-0100' });
    expect(phone).toEqual({ refused: [] });
    expect(phoneIssues([])).toEqual([
      { field: 'phone', in: 'body', issue: 'is not mapped by any field mapping' },
    ]);
  });
});

describe('static values and tags', () => {
  it('stand apart as defaults and overrides', () => {
    const staticValues = [
      preset('company', 'Acme'),
      preset('crmSource', 'form'),
      forced('lastName', 'Forced'),
      { target: 'variables.seats', value: 3, override: true } as const,
    ];
    const contact = map(
      ['first > firstName', 'last > lastName', 'company > company'],
      {
        first: 'Ada',
        last: 'Lovelace',
        company: 'Engines',
      },
      { staticValues, staticTags: ['lead', 'form'] },
    );
    expect(contact.draft).toEqual({
      mapped: { fields: { firstName: 'Ada', lastName: 'Lovelace', company: 'Engines' }, variables: {} },
      defaults: { fields: { company: 'Acme', crmSource: 'form' }, variables: {} },
      overrides: { fields: { lastName: 'Forced' }, variables: { seats: 3 } },
      tags: ['lead', 'form'],
    });
    expect(contact.applied).toEqual({
      mapped: ['firstName', 'company'],
      static: ['crmSource', 'lastName', 'variables.seats'],
      tags: ['lead', 'form'],
    });
  });

  it('fill what the payload sent in a form that is of no use', () => {
    const contact = map(
      ['mail > email'],
      { mail: 'nonsense' },
      { staticValues: [preset('email', 'desk@example.com')] },
    );
    expect(contact.applied).toMatchObject({ mapped: [], static: ['email'] });
    expect(contact.warnings).toHaveLength(1);
  });
});

describe('what a payload holds beyond the rules', () => {
  it('is named by its sources, where it holds something', () => {
    const payload = {
      phone: '1',
      name: 'Ada',
      note: '',
      none: null,
      list: [],
      lead: { 'e.mail': 'x', tags: ['a', ' '] },
    };
    expect(map(['phone > phone'], payload).unmapped).toEqual(['name', "lead['e.mail']", 'lead.tags[0]']);
  });

  it('leaves out what a rule reads, be it of use or not', () => {
    const payload = {
      phone: 'x',
      lead: { tags: ['a'], name: 'Ada' },
      field_data: [{ name: 'a', values: ['1'] }],
    };
    const read = ['phone > phone', 'lead.tags > email', 'field_data[name=a].values > variables.a'];
    expect(map(read, payload).unmapped).toEqual(['lead.name']);
  });

  it('is named a hundred times at most', () => {
    const payload = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index]));
    expect(map([], payload).unmapped).toHaveLength(MOST_UNMAPPED);
    expect(map([], payload).unmapped.at(-1)).toBe('k99');
  });
});

describe('the trace of a preview', () => {
  it('says for each rule what it found, what came of it and whether it counts', () => {
    const { trace } = map(['name > firstName first_name_of', 'nick > firstName', 'nobody > email'], {
      name: 'Ada Lovelace',
      nick: 'AL',
    });
    const [first, second, third] = [
      'name > firstName first_name_of',
      'nick > firstName',
      'nobody > email',
    ].map(rule);
    expect(trace).toEqual([
      { rule: first, found: true, raw: 'Ada Lovelace', value: 'Ada', used: true, issue: null },
      { rule: second, found: true, raw: 'AL', value: 'AL', used: false, issue: null },
      { rule: third, found: false, raw: null, value: null, used: false, issue: null },
    ]);
  });
});

describe('any payload under any rules', () => {
  it('is mapped without an exception, to valid JSON', () => {
    fc.assert(
      fc.property(anyIntake, ({ payload, rules }) => {
        const contact = mapContact(rules, payload, SETTINGS);
        expect(JSON.parse(JSON.stringify(contact.draft))).toEqual(contact.draft);
        if ('e164' in contact.phone) expect(isE164(contact.phone.e164)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is not changed', () => {
    fc.assert(
      fc.property(anyIntake, ({ payload, rules }) => {
        const before = structuredClone(Object.entries(payload));
        mapContact(rules, payload, SETTINGS);
        expect(Object.entries(payload)).toEqual(before);
      }),
    );
  });

  it('gives only values that the payload holds, where no transform is named', () => {
    const plain = anyIntake.map(({ payload, rules }) => ({
      payload,
      rules: { ...rules, fieldMappings: rules.fieldMappings.map((entry) => ({ ...entry, transform: null })) },
    }));
    fc.assert(
      fc.property(plain, ({ payload, rules }) => {
        const { fields, variables } = mapContact(rules, payload, SETTINGS).draft.mapped;
        const there = [...valuesWithin(payload)];
        const texts = there
          .map(textOf)
          .flatMap((text) => ('value' in text && text.value ? [text.value] : []));
        const loose = new Set(texts.map((text) => text.trim().toLowerCase()));
        for (const text of Object.values(fields)) expect(loose).toContain(text.trim().toLowerCase());
        for (const value of Object.values(variables)) expect(there).toContainEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  it('applies each target once, and says of each value where it came from', () => {
    fc.assert(
      fc.property(anyIntake, ({ payload, rules }) => {
        const { applied, draft, trace, phone } = mapContact(rules, payload, SETTINGS);
        const targets = [...applied.mapped, ...applied.static];
        expect(new Set(targets).size).toBe(targets.length);
        expect(trace).toHaveLength(rules.fieldMappings.length);
        const used = trace.filter((entry) => entry.used).map((entry) => entry.rule.target);
        expect(new Set(used).size).toBe(used.length);
        expect(used.includes('phone')).toBe('e164' in phone);
        const brought = Object.keys(draft.mapped.fields).length + Object.keys(draft.mapped.variables).length;
        expect(brought).toBe(used.filter((target) => target !== 'phone').length);
      }),
      { numRuns: 300 },
    );
  });

  it('takes steps in proportion to its size, whatever the rules search', () => {
    const mappings = [
      'list[name=zz].value > phone',
      'list[name=yy].value > email',
      'deep.x[9].y > firstName',
    ];
    const hostile: ((size: number) => JsonObject)[] = [
      (size) => ({ list: Array.from({ length: size }, (_, index) => ({ name: `n${index}`, value: '' })) }),
      (size) => ({ list: Array.from({ length: size }, () => ({})) }),
      (size) => Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, {}])),
      (size) => ({ deep: { x: Array.from({ length: size }, () => [null]) } }),
    ];
    for (const shape of hostile) {
      const [once = 0, twice = 0] = [400, 800].map((size) => {
        const counter = { reads: 0 };
        map(mappings, watched(shape(size), counter));
        return counter.reads;
      });
      expect(once).toBeGreaterThan(0);
      expect(twice).toBeLessThan(once * 2.2);
    }
  });
});

/** Every value of a payload, containers included. */
function* valuesWithin(value: JsonValue): Generator<JsonValue> {
  yield value;
  if (typeof value === 'object' && value !== null)
    for (const child of Object.values(value as JsonObject)) yield* valuesWithin(child);
}
