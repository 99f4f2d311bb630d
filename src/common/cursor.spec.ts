import * as fc from 'fast-check';
import { decodeCursor, encodeCursor, filterFingerprint } from './cursor.js';
import { TokenSigner } from './signing.js';

const KEY = 'c7f1a9d2e85b4036917fd2c8e0b3a6f54d1c92e87a03bf65';
const signer = new TokenSigner({ current: KEY, previous: [] }, 'cursor');
const filters = filterFingerprint({ status: 'completed', order: 'desc' });
const values = ['2026-01-15T10:30:00.000Z', '01935e8a-7c4b-7def-8123-456789abcdef'];

describe('cursors', () => {
  it('give back the values they were made of, whatever these are', () => {
    const value = fc.option(fc.string({ unit: 'grapheme', maxLength: 60 }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (any) => {
        const cursor = encodeCursor(signer, filters, any);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(signer, filters, cursor)).toEqual(any);
      }),
    );
  });

  it('are refused with any character changed, cut off or added', () => {
    const cursor = encodeCursor(signer, filters, values);
    for (let at = 0; at < cursor.length; at++) {
      const changed = cursor.charAt(at) === 'A' ? 'B' : 'A';
      expect(decodeCursor(signer, filters, cursor.slice(0, at) + changed + cursor.slice(at + 1))).toBeNull();
      expect(decodeCursor(signer, filters, cursor.slice(0, at))).toBeNull();
    }
    expect(decodeCursor(signer, filters, `${cursor}A`)).toBeNull();
    expect(decodeCursor(signer, filters, `${cursor}=`)).toBeNull();
  });

  it('are refused with other filters, or from another key or purpose', () => {
    const cursor = encodeCursor(signer, filters, values);
    const others = filterFingerprint({ status: 'failed', order: 'desc' });
    expect(decodeCursor(signer, others, cursor)).toBeNull();
    const recording = new TokenSigner({ current: KEY, previous: [] }, 'recording');
    expect(decodeCursor(recording, filters, cursor)).toBeNull();
  });

  it.each(['', 'x', '{}', 'bnVsbA', '%00', 'a'.repeat(100_000)])('%j is none', (text) => {
    expect(decodeCursor(signer, filters, text)).toBeNull();
  });

  it('made with a previous key are still good', () => {
    const cursor = encodeCursor(signer, filters, values);
    const rotated = new TokenSigner({ current: `${KEY}0`, previous: [KEY] }, 'cursor');
    expect(decodeCursor(rotated, filters, cursor)).toEqual(values);
  });

  it.each([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ from: new Date(0) }, { from: '1970-01-01T00:00:00.000Z' }, true],
    [{ a: 1 }, { a: '1' }, false],
    [{ a: null }, {}, false],
    [{ a: 'x', b: '' }, { a: 'x' }, false],
    [{ a: 'b' }, { b: 'a' }, false],
  ])('the filters %j and %j are the same: %s', (a, b, same) => {
    expect(filterFingerprint(a) === filterFingerprint(b)).toBe(same);
  });
});
