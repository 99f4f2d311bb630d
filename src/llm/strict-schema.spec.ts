import { isStrictSchema } from './strict-schema.js';

const CLOSED = { type: 'object', additionalProperties: false };

describe('a schema that a server can be held to', () => {
  it.each([
    [{ type: 'string' }, true],
    [{ ...CLOSED, properties: {}, required: [] }, true],
    [{ ...CLOSED, properties: { a: { type: ['string', 'null'] } }, required: ['a'] }, true],
    [{ ...CLOSED, properties: { a: { type: 'string' } }, required: [] }, false],
    [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, false],
    [{ type: 'array', items: { type: 'object', properties: {} } }, false],
    [{ anyOf: [{ type: 'string' }, { type: 'object' }] }, false],
    [{ type: 'string', pattern: '^a' }, false],
    [true, false],
  ])('%j: %s', (schema, strict) => {
    expect(isStrictSchema(schema)).toBe(strict);
  });
});
