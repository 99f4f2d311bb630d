import { passedRange } from './byte-range.js';

describe('a range of a recording', () => {
  it.each(['bytes=0-1023', 'bytes=500-', 'bytes=-500'])('%s is asked of the carrier', (header) => {
    expect(passedRange(header)).toBe(header);
  });

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=0-1,5-9',
    'items=0-1',
    'bytes=a-b',
    'bytes=0-1\r\nX: y',
  ])('%j is not', (header) => {
    expect(passedRange(header)).toBeUndefined();
  });
});
