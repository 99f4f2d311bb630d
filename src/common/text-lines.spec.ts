import { linesOf } from './text-lines.js';

describe('the lines of a text', () => {
  it('are trimmed, whatever ends them, and none is empty; commas stay', () => {
    expect(linesOf(' web form \r\n\r\n  \nBerlin, Germany\n')).toEqual(['web form', 'Berlin, Germany']);
  });
});
