import * as fc from 'fast-check';
import { AppError } from '../common/app-error.js';
import { MalformedBody } from '../common/body-text.js';
import { intakeBodyKind, readFormPayload, readJsonPayload } from './intake-body.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function refusalOf(action: () => unknown) {
  try {
    action();
  } catch (error) {
    if (error instanceof MalformedBody)
      return { error: error.message, fault: error.fault, ...error.details[0] };
    if (error instanceof AppError) return { error: error.message, status: error.status, ...error.details[0] };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('the type of an intake body', () => {
  it.each([
    ['application/json', 'json'],
    ['application/json; charset=utf-8', 'json'],
    ['Application/JSON;charset="UTF-8"', 'json'],
    ['application/json; charset=utf8', 'json'],
    ['application/x-www-form-urlencoded', 'form'],
    ['application/x-www-form-urlencoded; charset=UTF-8', 'form'],
    ['multipart/form-data; boundary=x', 'multipart'],
    ['multipart/form-data; boundary="x y"; charset=utf-8', 'multipart'],
  ])('%s is %s', (contentType, kind) => {
    expect(intakeBodyKind(contentType)).toBe(kind);
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/ld+json',
    'application/xml',
    'application/json, text/plain',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json; charset=',
    'application/x-www-form-urlencoded; charset=windows-1252',
    'multipart/mixed; boundary=x',
    'toString',
  ])('%j is refused with 415', (contentType) => {
    expect(refusalOf(() => intakeBodyKind(contentType))).toEqual({
      error: 'Unsupported media type',
      status: 415,
      field: 'content-type',
      in: 'header',
      issue: 'must be application/json, application/x-www-form-urlencoded, multipart/form-data; in UTF-8',
    });
  });
});

describe('a JSON payload', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['[{"a":1}]', { a: 1 }],
    ['{}', {}],
  ])('%s is %j', (text, payload) => {
    expect(readJsonPayload(utf8(text))).toEqual(payload);
  });

  it.each(['[]', '[{},{}]', '[[{}]]', '[null]', '["a"]', '"a"', '1', 'null', 'true'])(
    '%s is refused, because it is no object',
    (text) => {
      expect(refusalOf(() => readJsonPayload(utf8(text)))).toEqual({
        error: 'Invalid JSON body',
        fault: 'not_an_object',
        field: 'body',
        in: 'body',
        issue: 'must be an object, or a list of exactly one object',
      });
    },
  );

  it('may be 32 levels deep', () => {
    const nested = (levels: number) => utf8('{"a":'.repeat(levels) + '1' + '}'.repeat(levels));
    expect(readJsonPayload(nested(32))).toHaveProperty('a');
    expect(refusalOf(() => readJsonPayload(nested(33)))).toMatchObject({ fault: 'depth' });
  });
});

describe('a form payload', () => {
  it.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['&&a=1&', { a: '1' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['=1', { '': '1' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1&a=2', { a: '2' }],
    ['full+name=Ada+Lovelace', { 'full name': 'Ada Lovelace' }],
    ['phone=%2B13125550100', { phone: '+13125550100' }],
    ['name=Zo%C3%AB%20%F0%9F%98%80', { name: 'Zoë 😀' }],
    ['name=Zoë', { name: 'Zoë' }],
    ['lead%5Bphone%5D=1', { 'lead[phone]': '1' }],
    ['a.b=1', { 'a.b': '1' }],
    ['a;b=1', { 'a;b': '1' }],
  ])('%s is %j', (text, payload) => {
    expect(readFormPayload(utf8(text))).toEqual(payload);
  });

  it.each([
    ['a=%', 'encoding', 'body'],
    ['a=%2', 'encoding', 'body'],
    ['a=%zz', 'encoding', 'body'],
    ['%=1', 'encoding', 'body'],
    ['a=%E9', 'encoding', 'body'],
    ['a=%C0%AF', 'encoding', 'body'],
    ['a=%ED%A0%BD', 'encoding', 'body'],
    ['a=x%00', 'nul', 'a'],
    ['a%00b=x', 'nul', 'a\ufffdb'],
    ['a.b=x%00', 'nul', "['a.b']"],
  ])('%s is refused for its %s', (text, fault, field) => {
    const refusal = refusalOf(() => readFormPayload(utf8(text)));
    expect(refusal).toMatchObject({ error: 'Invalid form body', fault, field });
  });

  it('of bytes that are not UTF-8 is refused', () => {
    const latin1 = Uint8Array.from([...Buffer.from('name=Zo', 'latin1'), 0xeb]);
    expect(refusalOf(() => readFormPayload(latin1))).toMatchObject({ fault: 'encoding' });
  });

  it('may have a thousand fields', () => {
    const fields = (count: number) =>
      utf8(Array.from({ length: count }, (_, index) => `f${index}=1`).join('&'));
    expect(Object.keys(readFormPayload(fields(1_000)))).toHaveLength(1_000);
    expect(refusalOf(() => readFormPayload(fields(1_001)))).toMatchObject({ fault: 'too_many_fields' });
    expect(refusalOf(() => readFormPayload(utf8('a&'.repeat(100_000))))).toMatchObject({
      fault: 'too_many_fields',
    });
  });

  it('has names like __proto__ as plain fields', () => {
    const payload = readFormPayload(utf8('__proto__=x&constructor=y&hasOwnProperty=z'));
    expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
    expect(Object.entries(payload)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['hasOwnProperty', 'z'],
    ]);
  });

  it('holds what a browser put in', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
        // URLSearchParams writes `&` between pairs, and nothing for none.
        const written = new URLSearchParams(pairs).toString();
        expect(readFormPayload(utf8(written))).toEqual(Object.fromEntries(pairs));
      }),
    );
  });
});
