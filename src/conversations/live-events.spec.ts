import { readPlace } from './live-events.js';

describe('a Last-Event-ID', () => {
  it.each([
    [undefined, { after: 0 }],
    ['', { after: 0 }],
    ['0', { after: 0 }],
    ['42', { after: 42 }],
    ['42.end', 'end'],
    ['-1', undefined],
    ['4 2', undefined],
    ['1234567890', undefined],
    ['end', undefined],
  ])('%j', (id, place) => {
    expect(readPlace(id)).toEqual(place);
  });
});
