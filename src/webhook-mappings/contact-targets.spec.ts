import { JsonValue } from '../common/json-text.js';
import {
  isTarget,
  readTextTarget,
  readVariable,
  TEXT_TARGETS,
  TextTarget,
  textOf,
  variableName,
} from './contact-targets.js';

describe('a target', () => {
  it.each([
    ...Object.keys(TEXT_TARGETS),
    'phone',
    'variables.budget',
    'variables._x',
    'variables.roof-type_2',
    'variables.__proto__',
    'variables.constructor',
    `variables.${'x'.repeat(64)}`,
  ])('%s is known', (target) => {
    expect(isTarget(target)).toBe(true);
  });

  it.each([
    '',
    'first_name',
    'FirstName',
    'tags',
    'id',
    'variables',
    'variables.',
    'variables.2x',
    'variables.a.b',
    'variables.a b',
    'variables.é',
    `variables.${'x'.repeat(65)}`,
    'toString',
    '__proto__',
  ])('%j is none', (target) => {
    expect(isTarget(target)).toBe(false);
  });

  it('of a variable names the variable', () => {
    expect(variableName('variables.budget')).toBe('budget');
  });
});

describe('a text field of a contact', () => {
  it.each<[TextTarget, string, string | null]>([
    ['firstName', 'Ada', 'Ada'],
    ['firstName', ' Ada ', ' Ada '],
    ['firstName', '', null],
    ['firstName', ' \t\u00a0', null],
    ['lastName', 'x'.repeat(200), 'x'.repeat(200)],
    ['email', ' ada@example.com ', 'ada@example.com'],
    ['email', 'Ada.L+x@Sub.Example.co', 'Ada.L+x@Sub.Example.co'],
    ['email', 'ада@пример.рф', 'ада@пример.рф'],
    ['countryCode', 'us', 'US'],
    ['countryCode', ' Gb ', 'GB'],
    ['countryCode', 'AQ', 'AQ'],
    ['timezone', 'America/Chicago', 'America/Chicago'],
    ['timezone', ' america/los_angeles ', 'America/Los_Angeles'],
    ['timezone', 'Asia/Kolkata', 'Asia/Kolkata'],
    ['timezone', 'US/Central', 'US/Central'],
    ['timezone', 'utc', 'UTC'],
    ['crmId', '0042', '0042'],
  ])('%s takes %j as %j', (target, text, value) => {
    expect(readTextTarget(target, text)).toEqual({ value });
  });

  it.each<[TextTarget, string, string]>([
    ['firstName', 'x'.repeat(201), 'is longer than 200 characters'],
    ['email', 'ada', 'is not an e-mail address'],
    ['email', 'ada@localhost', 'is not an e-mail address'],
    ['email', 'ada@example.com, bob@example.com', 'is not an e-mail address'],
    ['email', 'Ada <ada@example.com>', 'is not an e-mail address'],
    ['email', `${'a'.repeat(250)}@example.com`, 'is longer than 254 characters'],
    ['countryCode', 'USA', 'is not a two-letter country code (ISO 3166-1)'],
    ['countryCode', 'United States', 'is not a two-letter country code (ISO 3166-1)'],
    ['countryCode', 'UK', 'is not a two-letter country code (ISO 3166-1)'],
    ['countryCode', 'XX', 'is not a two-letter country code (ISO 3166-1)'],
    ['timezone', 'Mars/Olympus', 'is not a time zone of the IANA list'],
    ['timezone', 'EST', 'is not a time zone of the IANA list'],
    ['timezone', '+05:30', 'is not a time zone of the IANA list'],
    ['timezone', 'toString', 'is not a time zone of the IANA list'],
  ])('%s does not take %j: it %s', (target, text, issue) => {
    expect(readTextTarget(target, text)).toEqual({ issue });
  });
});

describe('a value of a payload as text', () => {
  it.each<[JsonValue, string | null]>([
    ['Ada', 'Ada'],
    ['', null],
    [' ', null],
    [null, null],
    [[], null],
    [{}, null],
    [13125550100, '13125550100'],
    [0, '0'],
    [-1.5, '-1.5'],
    [['a', 'b'], 'a, b'],
    [['a', 2, '', null], 'a, 2'],
    [['', null], null],
  ])('%j says %j', (value, text) => {
    expect(textOf(value)).toEqual({ value: text });
  });

  it.each<[JsonValue, string]>([
    [true, 'is true or false, not text'],
    [{ a: 1 }, 'is an object, not text'],
    [['a', true], 'is a list of other things than text'],
    [['a', ['b']], 'is a list of other things than text'],
    [[{ a: 1 }], 'is a list of other things than text'],
    ['x'.repeat(10_001), 'is longer than 10000 characters'],
    [Array<string>(2_000).fill('xxxx'), 'is longer than 10000 characters'],
  ])('%j %s', (value, issue) => {
    expect(textOf(value)).toEqual({ issue });
  });
});

describe('a variable of a contact', () => {
  it.each<[JsonValue]>([['text'], [0], [false], [['a']], [{ a: { b: null } }]])('keeps %j', (value) => {
    expect(readVariable(value)).toEqual({ value });
  });

  it.each<[JsonValue]>([[null], [''], [' '], [[]], [{}]])('takes %j as missing', (value) => {
    expect(readVariable(value)).toEqual({ value: null });
  });

  it('holds ten thousand characters of JSON', () => {
    expect(readVariable('x'.repeat(9_998))).toHaveProperty('value');
    expect(readVariable('x'.repeat(9_999))).toEqual({ issue: 'is longer than 10000 characters' });
  });
});
