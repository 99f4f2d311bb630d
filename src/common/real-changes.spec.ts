import { isEmpty, realChanges } from './real-changes.js';

const NOW = {
  name: 'Ava',
  voice: null as string | null,
  tags: ['a', 'b'],
  config: { x: 1, y: { z: [true] } },
};

describe('real changes', () => {
  it.each<[string, Partial<typeof NOW>, Partial<typeof NOW>]>([
    ['nothing is given', {}, {}],
    ['what is given is not', { name: undefined }, {}],
    ['the same is given', { name: 'Ava', voice: null, tags: ['a', 'b'] }, {}],
    ['names come in another order', { config: { y: { z: [true] }, x: 1 } }, {}],
    ['one of two differs', { name: 'Ava', voice: 'Joanna' }, { voice: 'Joanna' }],
    ['tags come in another order', { tags: ['b', 'a'] }, { tags: ['b', 'a'] }],
    [
      'something deep differs',
      { config: { x: 1, y: { z: [false] } } },
      { config: { x: 1, y: { z: [false] } } },
    ],
  ])('when %s', (_, wanted, changes) => {
    expect(realChanges(NOW, wanted)).toEqual(changes);
    expect(isEmpty(realChanges(NOW, wanted))).toBe(isEmpty(changes));
  });
});
