import { deriveKey, listKeys, secretKeyProblem } from './secret-keys.js';

const STRONG = 'c7f1a9d2e85b4036917fd2c8e0b3a6f54d1c92e87a03bf65';

describe('SECRET_KEY', () => {
  it.each([
    [STRONG, null],
    ['Zm9vYmFyYmF6cXV4IGFuZCBtb3JlIHRleHQ=', null],
    ['', 'must have at least 32 characters'],
    ['c7f1a9d2e85b4036917fd2c8e0b3a6f', 'must have at least 32 characters'],
    [`${STRONG} `, 'must be visible ASCII without spaces and commas'],
    [`${STRONG}é`, 'must be visible ASCII without spaces and commas'],
    [`${STRONG},x`, 'must be visible ASCII without spaces and commas'],
    ['a'.repeat(64), 'is too regular; make a random one'],
    ['0123456'.repeat(5) + '0', 'is too regular; make a random one'],
    ['changeme'.repeat(8), 'is too regular; make a random one'],
    [STRONG.slice(0, 24).repeat(2), 'is too regular; make a random one'],
  ])('%j: %s', (key, problem) => {
    expect(secretKeyProblem(key)).toBe(problem);
  });

  it.each([
    [undefined, []],
    ['', []],
    ['old', ['old']],
    [' newer , older ,', ['newer', 'older']],
  ])('SECRET_KEY_PREVIOUS %j lists %j', (list, keys) => {
    expect(listKeys(list)).toEqual(keys);
  });

  it('gives every purpose a key of its own, the same each time', () => {
    const key = deriveKey(STRONG, 'a');
    expect(key).toHaveLength(32);
    expect(deriveKey(STRONG, 'a')).toEqual(key);
    expect(deriveKey(STRONG, 'b')).not.toEqual(key);
    expect(deriveKey(`${STRONG}0`, 'a')).not.toEqual(key);
  });

  it('derives what it derived when the first secret was stored', () => {
    expect(deriveKey(STRONG, 'secret-box').toString('hex')).toBe(
      'c89e1ac64522345006ca85548c097ede35282cd923c8366f13a055651d7029f7',
    );
  });
});
