import * as fc from 'fast-check';
import { MalformedBody } from './body-text.js';
import { JsonObject, readJson } from './json-text.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, maxDepth = 32) => readJson(utf8(text), { maxDepth });

/** What refused the body: the kind of fault, the place, and the words. */
function refusalOf(action: () => unknown) {
  try {
    action();
  } catch (error) {
    if (error instanceof MalformedBody)
      return { fault: error.fault, status: error.status, error: error.message, ...error.details[0] };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a JSON body', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    [' [1, "x", null, true] ', [1, 'x', null, true]],
    ['"text"', 'text'],
    ['\ufeff{"a":1}', { a: 1 }],
    ['{"a":1,"b":2,"a":3}', { a: 3, b: 2 }],
    ['{"smile":"\\ud83d\\ude00"}', { smile: '😀' }],
  ])('%s is read', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each([
    ['nothing', ''],
    ['blanks', '  '],
    ['a form', 'a=1&b=2'],
    ['a single quote', "{'a':1}"],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{"a":1 /* one */}'],
    ['NaN', '{"a":NaN}'],
    ['a second text', '{} {}'],
    ['a raw line break in a string', '"a\nb"'],
    ['a raw NUL in a string', '"a\0b"'],
    ['two byte order marks', '\ufeff\ufeff{}'],
    ['a long number with a leading zero', '01234567890123456789'],
  ])('that is no JSON (%s) is refused without a word of it', (_what, text) => {
    expect(refusalOf(() => read(text))).toEqual({
      fault: 'syntax',
      status: 400,
      error: 'Invalid JSON body',
      field: 'body',
      in: 'body',
      issue: 'must be JSON',
    });
  });

  it.each([
    ['a stray continuation byte', [0x22, 0x80, 0x22]],
    ['Latin-1', [0x22, 0xe9, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['half of a surrogate pair as bytes', [0x22, 0xed, 0xa0, 0xbd, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x31, 0x00]],
    ['a cut character', [0x22, 0xf0, 0x9f, 0x98]],
  ])('that is not UTF-8 (%s) is refused', (_what, bytes) => {
    expect(refusalOf(() => readJson(Uint8Array.from(bytes), { maxDepth: 32 }))).toMatchObject({
      fault: 'encoding',
      issue: 'must be valid UTF-8',
    });
  });

  it.each([
    [String.raw`{"a":{"b":["x","\u0000"]}}`, 'nul', 'a.b[1]'],
    [String.raw`{"a":{"b\u0000":1}}`, 'nul', 'a.b\ufffd'],
    [String.raw`{"a.b":"\ud800"}`, 'lone_surrogate', "['a.b']"],
    [String.raw`[{"\udc00":1}]`, 'lone_surrogate', '[0].\ufffd'],
    [String.raw`"\u0000"`, 'nul', 'body'],
    [String.raw`{"a":"\ud800","a":"fine"}`, 'lone_surrogate', 'body'],
  ])('%s is refused for %s at %s', (text, fault, field) => {
    const refusal = refusalOf(() => read(text));
    expect(refusal).toMatchObject({ fault, status: 400, field });
    expect(refusal.field?.isWellFormed()).toBe(true);
  });

  it('may be nested as deep as the limit and no deeper', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(read(nested(32))).toBeInstanceOf(Array);
    expect(refusalOf(() => read(nested(33)))).toMatchObject({
      fault: 'depth',
      issue: 'must not be nested deeper than 32 levels',
    });
    expect(refusalOf(() => read('['.repeat(200_000)))).toMatchObject({ fault: 'depth' });
    expect(refusalOf(() => read('{"a":{}}', 1))).toMatchObject({ fault: 'depth' });
  });

  it.each(['', '"n":12345678901234567890,'])(
    'keeps __proto__ and constructor as plain names (with %s beside them)',
    (beside) => {
      const value = read(
        `{${beside}"__proto__":{"isAdmin":true},"constructor":{"prototype":1}}`,
      ) as JsonObject;
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.keys(value)).toEqual(expect.arrayContaining(['__proto__', 'constructor']));
      expect(value['isAdmin']).toBeUndefined();
      expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    },
  );

  it.each([
    ['13125550100', 13125550100],
    ['1.3125550100E+10', 13125550100],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['12025550123456789012', '12025550123456789012'],
    ['-12025550123456789012', '-12025550123456789012'],
    ['10000000000000000000', 10000000000000000000],
    ['1e21', '1e21'],
    ['1e-7', '1e-7'],
    ['1e400', '1e400'],
    ['1e999999999999999999', '1e999999999999999999'],
    ['10.50', 10.5],
    ['0.1000000000000000055', '0.1000000000000000055'],
    ['0.10000000000000000000', 0.1],
    [`1.${'0'.repeat(38)}`, 1],
    [`1.${'0'.repeat(39)}`, `1.${'0'.repeat(39)}`],
    ['100e-2', 1],
    ['0e5', 0],
    ['-0', -0],
  ])('reads the number %s as its digits', (text, value) => {
    expect(read(`{"n":${text}}`)).toEqual({ n: value });
  });

  it('gives back every digit of a whole number, however long', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }), (number) => {
        expect(`${read(String(number)) as string | number}`).toBe(String(number));
      }),
    );
  });

  it('gives the same as JSON.parse for whatever JSON.stringify writes', () => {
    const value = fc
      .jsonValue({ depthSize: 'medium' })
      .filter((json) => !/e[+-]\d/.test(JSON.stringify(json)));
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json);
        expect(read(text, 1_000)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is read or refused, never anything else, whatever the bytes are', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      String.raw`\u`,
      String.raw`\ud800`,
      '0000',
      '1e9',
      'true',
      'é',
    ];
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => utf8(parts.join(''))),
    );
    fc.assert(
      fc.property(bytes, (body) => {
        try {
          readJson(body, { maxDepth: 4 });
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBody);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
