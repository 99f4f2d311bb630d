import { compileSchema, type SchemaFault } from './json-schema.js';

const deep = (levels: number): object => (levels === 0 ? {} : { items: deep(levels - 1) });

describe("a user's JSON Schema", () => {
  it.each<[string, unknown, RegExp]>([
    ['no object', ['string'], /^must be a JSON object/],
    ['an unknown keyword', { type: 'string', lenght: 3 }, /^must be a JSON Schema: strict mode/],
    ['an unknown type', { type: 'text' }, /^must be a JSON Schema/],
    ['an unknown format', { type: 'string', format: 'shoe-size' }, /^must be a JSON Schema/],
    ['another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }, /\$schema must be/],
    [
      'half of a draft, by which anything is a schema',
      { $schema: 'https://json-schema.org/draft/2020-12/meta/core', minLength: 'x' },
      /\$schema must be/,
    ],
    [
      'a reference to the draft',
      { $ref: 'https://json-schema.org/draft/2020-12/schema' },
      /can't resolve|no schema/,
    ],
    ['a reference to elsewhere', { $ref: 'https://example.com/schema' }, /^must be a JSON Schema/],
    ['a regular expression', { properties: { a: { type: 'string', pattern: '(a+)+$' } } }, /pattern/],
    ['regular expressions for names', { patternProperties: { '(a+)+$': {} } }, /patternProperties/],
    ['one that answers later', { $async: true, type: 'object' }, /\$async/],
    ['a part that answers later, in other words', { properties: { a: { $async: 1 } } }, /\$async/],
    ['too many levels', deep(13), /levels/],
    ['too many bytes', { description: 'x'.repeat(17_000) }, /bytes/],
  ])('is refused: %s', (_, schema, problem) => {
    expect(compileSchema(schema)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it.each<[string, object, unknown, SchemaFault[]]>([
    ['a good value', { type: 'string', format: 'email' }, 'a@example.com', []],
    [
      'a bad value',
      { type: 'string', format: 'email' },
      'a',
      [{ path: '', message: 'must match format "email"' }],
    ],
    [
      'a value outside a set',
      { properties: { day: { enum: ['Mon', 'Tue'] } } },
      { day: 'Sun' },
      [{ path: '/day', message: 'must be equal to one of the allowed values: ["Mon","Tue"]' }],
    ],
    [
      'a property named like a keyword',
      { properties: { pattern: { type: 'string' } } },
      { pattern: 'x' },
      [],
    ],
    [
      'one of draft 07',
      { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] },
      [1],
      [{ path: '/0', message: 'must be string' }],
    ],
    [
      'one that says which draft it is, and refers to a part of itself',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $ref: '#/$defs/name',
        $defs: { name: { type: 'string' } },
      },
      1,
      [{ path: '', message: 'must be string' }],
    ],
    ['one that refers to itself', { properties: { next: { $ref: '#' } }, required: [] }, { next: {} }, []],
  ])('checks %s', (_, schema, value, faults) => {
    const result = compileSchema(schema);
    expect('check' in result ? result.check(value) : result).toEqual({ faults });
  });

  /** Each definition asks the next one twice: a few lines, and more steps than anybody lives to see. */
  const chain = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `d${i}`,
      i === 59
        ? { type: 'string' }
        : { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  );
  it.each<[string, object, unknown]>([
    ['refers to itself without end', { allOf: [{ $ref: '#' }] }, {}],
    ['doubles its work at every step', { $ref: '#/$defs/d0', $defs: chain }, 'x'],
  ])('that %s finds no value good, in time and without a throw', (_, schema, value) => {
    const result = compileSchema(schema);
    expect('check' in result ? result.check(value) : result).toEqual({
      problem: 'the schema takes too long to check by',
    });
  });
});
