import * as fc from 'fast-check';
import { tagsCell, tagsIn } from './contact-csv.js';

describe('tags in a cell', () => {
  it.each([
    ['vip; lead', ['vip', 'lead']],
    ['vip,lead ,, vip', ['vip', 'lead']],
    ['["a;b","c"]', ['a;b', 'c']],
    ['[sic', ['[sic']],
    ['', []],
  ])('%j are %j', (cell, tags) => {
    expect(tagsIn(cell)).toEqual(tags);
  });

  it('are read back as they were written', () => {
    const tag = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(fc.uniqueArray(tag), (tags) => {
        expect(tagsIn(tagsCell(tags))).toEqual(tags);
      }),
    );
  });
});
