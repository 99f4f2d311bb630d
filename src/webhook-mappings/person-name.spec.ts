import * as fc from 'fast-check';
import { firstNameOf, lastNameOf, titleCase } from './person-name.js';

describe('title case', () => {
  it.each([
    ['ada lovelace', 'Ada Lovelace'],
    ['ADA LOVELACE', 'Ada Lovelace'],
    ['jean-luc PICARD', 'Jean-Luc Picard'],
    ["annie o'brien", "Annie O'Brien"],
    ['ANNIE O’BRIEN', 'Annie O’Brien'],
    ["l'oréal", "L'Oréal"],
    ["ada's", "Ada's"],
    ["IT'S", "It's"],
    ['élodie ñandú', 'Élodie Ñandú'],
    ['łukasz ŻÓŁĆ', 'Łukasz Żółć'],
    ['straße', 'Straße'],
    ['2nd street', '2nd Street'],
    ['(ada)', '(Ada)'],
    ['e\u0301lodie', 'E\u0301lodie'],
    ['山田', '山田'],
    ['', ''],
  ])('%s is %s', (text, expected) => {
    expect(titleCase(text)).toBe(expected);
  });

  it('keeps what is in title case already', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(titleCase(titleCase(text))).toBe(titleCase(text));
      }),
    );
  });
});

describe('a full name', () => {
  it.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['  Ada \t Lovelace ', 'Ada', 'Lovelace'],
    ['Ada', 'Ada', ''],
    ['', '', ''],
    ['   ', '', ''],
    ['Ada King Lovelace', 'Ada', 'King Lovelace'],
    ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
    ['María de la Cruz', 'María', 'de la Cruz'],
    ['Lovelace, Ada', 'Ada', 'Lovelace'],
    ['van Beethoven, Ludwig', 'Ludwig', 'van Beethoven'],
    ['Lovelace, Ada King', 'Ada', 'King Lovelace'],
    ['Lovelace,', 'Lovelace', ''],
    ['Dr. Ada Lovelace', 'Ada', 'Lovelace'],
    ['Prof Dr Ada Lovelace', 'Ada', 'Lovelace'],
    ['MRS. ADA LOVELACE', 'ADA', 'LOVELACE'],
    ['Dr.', 'Dr.', ''],
    ['Ada Lovelace, PhD', 'Ada', 'Lovelace PhD'],
    ['Martin King, Jr.', 'Martin', 'King Jr.'],
    ['山田 太郎', '山田', '太郎'],
    ['Ada\u00a0Lovelace', 'Ada', 'Lovelace'],
  ])('%j has the first name %j and the last name %j', (full, first, last) => {
    expect([firstNameOf(full), lastNameOf(full)]).toEqual([first, last]);
  });

  it('is split into words of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (full) => {
        for (const word of `${firstNameOf(full)} ${lastNameOf(full)}`.split(/\s+/))
          expect(full).toContain(word);
      }),
    );
  });
});
