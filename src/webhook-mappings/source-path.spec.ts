import * as fc from 'fast-check';
import { JsonObject, JsonValue } from '../common/json-text.js';
import { parseSourcePath, resolveSource, Step, writeSourcePath } from './source-path.js';

const find = (source: string, payload: JsonObject) => resolveSource(parseSourcePath(source), payload);
const json = (text: string): JsonObject => JSON.parse(text) as JsonObject;

const LEAD = json(`{
  "firstName": "Ada",
  "What is your name?": "Ada Lovelace",
  "Phone No.": "312",
  "interests[]": "solar",
  "user[phone]": "exact",
  "user": { "phone": "nested", "e.mail": "a@b.c", "it's": "quote", "x]y": "bracket", "say \\"hi\\"": "both" },
  "lead.phones[0].number": "exact too",
  "lead": { "phones": [{ "number": "+1", "type": "home" }, { "number": "+2" }], "name": null, "0": "zero", "": "blank" },
  "field_data": [
    { "name": "email", "values": ["ada@example.com"] },
    { "name": "phone_number", "values": ["+3", "+4"] },
    { "name": "phone_number", "values": ["+5"] },
    { "name": "a]b", "values": ["+6"] },
    { "name": 7, "values": ["seven"] },
    { "name": "'quoted'", "values": ["+8"] },
    { "name": "", "values": ["+9"] }
  ],
  "answers": [null, "text", { "field": { "ref": "tel" }, "phone_number": "+10" }],
  "constructor": { "prototype": "own" },
  "empty": {}
}`);

describe('a source', () => {
  it.each<[string, JsonValue]>([
    ['firstName', 'Ada'],
    ['What is your name?', 'Ada Lovelace'],
    ['Phone No.', '312'],
    ['interests[]', 'solar'],
    ['user.phone', 'nested'],
    ["user['e.mail']", 'a@b.c'],
    ['user["e.mail"]', 'a@b.c'],
    [`user["it's"]`, 'quote'],
    [String.raw`user['it\'s']`, 'quote'],
    ["user.it's", 'quote'],
    ["user['x]y']", 'bracket'],
    [String.raw`user["say \"hi\""]`, 'both'],
    ["['user'].phone", 'nested'],
    ["['user']['phone']", 'nested'],
    ['lead.phones[1].number', '+2'],
    ['lead.phones.1.number', '+2'],
    ['lead[phones][1][number]', '+2'],
    ['lead.name', null],
    ['lead.0', 'zero'],
    ["lead['0']", 'zero'],
    ["lead['']", 'blank'],
    ['field_data[name=email].values[0]', 'ada@example.com'],
    ['field_data[name=phone_number].values', ['+3', '+4']],
    ["field_data[name='phone_number'].values[1]", '+4'],
    ["field_data[name='a]b'].values[0]", '+6'],
    ['field_data[name=7].values[0]', 'seven'],
    [`field_data[name="'quoted'"].values[0]`, '+8'],
    ['field_data[name=].values[0]', '+9'],
    ['answers[field.ref=tel].phone_number', '+10'],
    ['constructor.prototype', 'own'],
  ])('%s reads %j', (source, value) => {
    expect(find(source, LEAD)).toMatchObject({ found: true, value });
  });

  it.each([
    ['user[phone]', 'exact'],
    ['lead.phones[0].number', 'exact too'],
  ])('that is exactly a top-level name (%s) reads that', (source, value) => {
    expect(find(source, LEAD)).toEqual({ found: true, value, at: [source] });
  });

  it.each([
    '',
    ' firstName',
    'firstname',
    'nobody',
    'firstName.length',
    'firstName[0]',
    'lead.phones.length',
    'lead.phones[2]',
    'lead.phones[-1]',
    'lead.phones[0x0]',
    'lead[0]',
    'lead.phones.number',
    'lead.name.first',
    'lead..phones',
    '.lead',
    'lead.',
    'lead.phones[0',
    'lead.phones[0]number',
    "lead['phones",
    "lead['phones'",
    'field_data[name=nobody].values',
    'field_data[=x]',
    'field_data[.name=email]',
    'field_data[name=email',
    'lead[name=x]',
    'user[phone=nested]',
    'answers[0].field',
    'answers[1].field',
    'empty.toString',
    'empty.__proto__',
    'empty.constructor',
    '__proto__',
    '__proto__.polluted',
    'toString',
    'hasOwnProperty',
    'constructor.name',
    'lead.phones.map',
    'lead.phones.constructor',
  ])('%j reads nothing that is not there', (source) => {
    expect(find(source, LEAD)).toEqual({ found: false });
  });

  it('reads names that every object inherits, if the payload has them', () => {
    const payload = json('{"__proto__":{"constructor":"own"},"toString":"own"}');
    expect(find('__proto__.constructor', payload)).toMatchObject({ value: 'own' });
    expect(find('toString', payload)).toMatchObject({ value: 'own' });
  });

  it.each([
    ['lead.phones[0].number'.replace('lead', "['lead']"), ['lead', 'phones', 0, 'number']],
    ['field_data[name=phone_number].values[1]', ['field_data', 1, 'values', 1]],
  ])('%s says where it found its value: %j', (source, at) => {
    expect(find(source, LEAD)).toMatchObject({ at });
  });

  it('searches a list no further than its first thousand items', () => {
    const list = Array.from({ length: 2_000 }, (_, index) => ({ id: index, value: `v${index}` }));
    expect(find('list[id=999].value', { list })).toMatchObject({ value: 'v999' });
    expect(find('list[id=1000].value', { list })).toEqual({ found: false });
    expect(find('list[1000].value', { list })).toMatchObject({ value: 'v1000' });
  });
});

describe('any source', () => {
  const name = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('a.b', "it's", '"', '\\', "\\'", ']', '[', '', ' ', '0', '__proto__', 'x=y'),
  );
  const plain = fc.string({ minLength: 1 }).filter((text) => !/[.[\]]/.test(text));
  const step: fc.Arbitrary<Step> = fc.oneof(
    name.map((text) => ({ name: text })),
    fc.nat({ max: 999 }).map((index) => ({ index })),
    fc.record({
      where: fc.array(
        plain.filter((text) => !/[='"]/.test(text)),
        { minLength: 1, maxLength: 3 },
      ),
      equals: name,
    }),
  );

  it('that is written from steps reads as these steps again', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(undefined, "'", '"'),
        (steps, quote) => {
          expect(parseSourcePath(writeSourcePath(steps, quote)).steps).toEqual(steps);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('can be parsed and tried on any payload', () => {
    const source = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom('a', '.', '[', ']', "'", '"', '=', '0', '\\', 'b'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(source, fc.object(), (text, payload) => {
        expect(find(text, payload as JsonObject)).toHaveProperty('found');
      }),
      { numRuns: 1_000 },
    );
  });
});
