import * as fc from 'fast-check';
import { SecretBox, SecretUnreadable } from './secret-box.service.js';

const OLD = 'c7f1a9d2e85b4036917fd2c8e0b3a6f54d1c92e87a03bf65';
const NEW = '5f2e81c0d94b7a6385e1f07b2d94c6a8f31e05b7c82d96a4';
const place = { organizationId: 'org-1', table: 'carriers', column: 'auth_token', id: 'row-1' };

const box = new SecretBox({ current: OLD, previous: [] });

/** Why opening failed. */
function reasonOf(open: () => string): string {
  try {
    return `opened: ${open()}`;
  } catch (error) {
    return error instanceof SecretUnreadable ? error.reason : String(error);
  }
}

describe('the secret box', () => {
  it('gives back any text that was sealed, and shows nothing of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const sealed = box.seal(text, place);
        expect(box.open(sealed, place)).toBe(text);
        fc.pre(Buffer.from(text).length > 4);
        expect(sealed.includes(text)).toBe(false);
      }),
    );
  });

  it('seals the same text differently each time', () => {
    expect(box.seal('text', place)).not.toEqual(box.seal('text', place));
  });

  it.each(['organizationId', 'table', 'column', 'id'] as const)(
    'a ciphertext moved to another %s cannot be read there',
    (part) => {
      const sealed = box.seal('text', place);
      expect(reasonOf(() => box.open(sealed, { ...place, [part]: 'other' }))).toBe('altered');
    },
  );

  it('a shifted border between the parts of a place is another place', () => {
    const sealed = box.seal('text', { ...place, table: 'ab', column: 'c' });
    expect(reasonOf(() => box.open(sealed, { ...place, table: 'a', column: 'bc' }))).toBe('altered');
  });

  it('every changed bit is found', () => {
    const sealed = box.seal('text', place);
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const expected = bit < 8 ? 'malformed' : bit < 72 ? 'unknown_key' : 'altered';
      expect(reasonOf(() => box.open(changed, place))).toBe(expected);
    }
  });

  it.each([0, 1, 20, 36])('%d bytes are no sealed secret', (length) => {
    const sealed = box.seal('', place).subarray(0, length);
    expect(reasonOf(() => box.open(sealed, place))).toBe('malformed');
    expect(box.isCurrent(sealed)).toBe(false);
  });

  it('a wrong key is said to be one, without the secret or the key', () => {
    const sealed = box.seal('hunter2', place);
    const other = new SecretBox({ current: NEW, previous: [] });
    expect(() => other.open(sealed, place)).toThrow(
      'The secret carriers.auth_token of row-1 was sealed with a key that is neither SECRET_KEY nor in SECRET_KEY_PREVIOUS',
    );
    expect(reasonOf(() => other.open(sealed, place))).toBe('unknown_key');
  });

  it('rotates while it runs: old secrets open, new ones carry the new key, then the old key can go', () => {
    const sealed = box.seal('text', place);
    const rotating = new SecretBox({ current: NEW, previous: [OLD] });
    expect(rotating.open(sealed, place)).toBe('text');
    expect([box.isCurrent(sealed), rotating.isCurrent(sealed)]).toEqual([true, false]);
    const strange = new SecretBox({ current: NEW, previous: [] });
    expect([box.knows(sealed), rotating.knows(sealed), strange.knows(sealed)]).toEqual([true, true, false]);

    const anew = rotating.seal(rotating.open(sealed, place), place);
    expect(rotating.isCurrent(anew)).toBe(true);
    expect(new SecretBox({ current: NEW, previous: [] }).open(anew, place)).toBe('text');
    // A replica that still runs with the old order reads what a new one wrote.
    expect(new SecretBox({ current: OLD, previous: [NEW] }).open(anew, place)).toBe('text');
  });

  it('opens what the first version sealed', () => {
    const sealed = Buffer.from(
      'AUNi5IrGHh05xRQLyw0cZWdGIXDVWJQW36XLZTzpRNWGHL337Dn1oCjec4LGdywwdsTtTmYZbVla',
      'base64',
    );
    expect(box.open(sealed, place)).toBe('kept since version 1');
  });
});
