import { Numbering } from './numbering.js';

describe('a numbering', () => {
  it('counts from 1 in the order of first appearance, and gives the same thing the same number', () => {
    const numbering = new Numbering<string>();
    expect(['b', 'a', 'b', 'c', 'a'].map((key) => numbering.of(key))).toEqual([1, 2, 1, 3, 2]);
    expect(numbering.keys).toEqual(['b', 'a', 'c']);
  });
});
