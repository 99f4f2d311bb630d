import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { formatApiKey, hashApiKey, parseApiKey } from './api-key-format.js';

const ID = '01935e8a-7c4b-7def-8123-456789abcdef';
const key = formatApiKey('live', ID, Buffer.alloc(32, 7));
const SCANNER = /^vap_(live|intake)_[0-9a-f]{32}_[0-9A-Za-z]{49}$/;

describe('API keys', () => {
  it('look the same for ever: scanners and stored hashes depend on it', () => {
    expect(key).toBe(
      'vap_live_01935e8a7c4b7def8123456789abcdef_1fJjkkpe9PiTw9KSulA8Ghct30vZz4HpdQ5c5b9cPF13j8cEe',
    );
    expect(formatApiKey('intake', ID, Buffer.alloc(32))).toBe(
      'vap_intake_01935e8a7c4b7def8123456789abcdef_00000000000000000000000000000000000000000003xDY0d',
    );
    expect(formatApiKey('live', ID.toUpperCase(), Buffer.alloc(32, 7))).toBe(key);
  });

  it('of any id and secret can be read back, and match the published pattern', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('live' as const, 'intake' as const),
        fc.uuid(),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (kind, id, secret) => {
          const text = formatApiKey(kind, id, secret);
          expect(text).toMatch(SCANNER);
          expect(parseApiKey(text)).toEqual({ kind, id });
        },
      ),
    );
  });

  it('of two secrets differ', () => {
    const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(secret, secret, (a, b) => {
        fc.pre(!Buffer.from(a).equals(b));
        expect(formatApiKey('live', ID, a)).not.toBe(formatApiKey('live', ID, b));
      }),
    );
  });

  it('with any one character changed, missing or swapped are known to be wrong without a query', () => {
    for (let at = 0; at < key.length; at++) {
      const changed = key.charAt(at) === 'a' ? 'b' : 'a';
      expect(parseApiKey(key.slice(0, at) + changed + key.slice(at + 1))).toBeNull();
      expect(parseApiKey(key.slice(0, at) + key.slice(at + 1))).toBeNull();
      const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
      expect(swapped === key || parseApiKey(swapped) === null).toBe(true);
    }
  });

  it.each([
    ['', 'empty'],
    ['vap_live_', 'only the prefix'],
    [` ${key}`, 'space before'],
    [`${key}\n`, 'line end behind'],
    [`${key}a`, 'too long'],
    [key.repeat(1000), 'huge'],
    [key.toUpperCase(), 'upper case'],
    [key.replace('live', 'test'), 'unknown kind'],
    [key.replace('live', 'intake'), 'another kind'],
    [key.replace('_live_', '_live_-'), 'dash'],
    [key.replace('vap', 'vаp'), 'a Cyrillic letter'],
    [`${key}, ${key}`, 'two joined headers'],
  ])('%j is none (%s)', (text) => {
    expect(parseApiKey(text)).toBeNull();
  });

  it.each([0, 31, 33])('are not made of %d bytes', (length) => {
    expect(() => formatApiKey('live', ID, new Uint8Array(length))).toThrow(RangeError);
  });

  it('are stored as the SHA-256 of their whole text', () => {
    expect(hashApiKey(key)).toEqual(createHash('sha256').update(key).digest());
  });
});
