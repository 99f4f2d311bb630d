import { isIdempotencyKey, requestHash, scopeHash } from './idempotency-key.js';

describe('idempotency keys', () => {
  it.each([
    ['one character', 'a', true],
    ['255 characters', 'k'.repeat(255), true],
    ['256 characters', 'k'.repeat(256), false],
    ['nothing', '', false],
    ['a space', 'two words', false],
    ['a line break', 'a\r\nb', false],
    ['a character beyond ASCII', 'schlüssel', false],
  ])('%s: valid is %s', (_, key, valid) => {
    expect(isIdempotencyKey(key)).toBe(valid);
  });

  const scope = { organizationId: 'o', method: 'POST', path: '/api/agents', key: 'k' };

  it.each([
    ['organization', { ...scope, organizationId: 'p' }],
    ['path', { ...scope, path: '/api/agent' }],
    ['mapping', { ...scope, mappingId: 'm' }],
    ['key', { ...scope, key: 'l' }],
    ['parts joined elsewhere', { ...scope, path: '/api/agentsk', key: '' }],
  ])('the same key with another %s is another key', (_, other) => {
    expect(scopeHash(other)).not.toEqual(scopeHash(scope));
  });

  it('the same scope and the same body are the same', () => {
    expect(scopeHash({ ...scope })).toEqual(scopeHash(scope));
    expect(requestHash(Buffer.from('{}'))).toEqual(requestHash(Buffer.from('{}')));
    expect(requestHash(Buffer.from('{ }'))).not.toEqual(requestHash(Buffer.from('{}')));
  });
});
