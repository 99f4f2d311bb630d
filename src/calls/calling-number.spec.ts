import { callersOf, reasonFor } from './calling-number.js';

const [ava, eva] = [
  { value: 'a', label: 'Ava' },
  { value: 'e', label: 'Eva' },
];
const MAIN = { number: '+13125550199', label: 'Main line', owned: 0 };
const OWN = { number: '+13125550123', label: null, owned: 1 };

describe('what agents to choose from call from', () => {
  it.each([
    [
      'the default number',
      [ava, eva],
      { a: MAIN, e: MAIN },
      '+1 312 555 0199 (Main line), the default number.',
    ],
    ['its own', [ava], { a: OWN }, '+1 312 555 0123, its own number.'],
    [
      'one of its own',
      [ava],
      { a: { ...OWN, owned: 3 } },
      '+1 312 555 0123, the first added of its 3 numbers.',
    ],
    ['one number, for different reasons', [ava, eva], { a: MAIN, e: { ...MAIN, owned: 1 } }, '(Main line).'],
  ])('is said once where it is %s', (_, agents, numbers, words) => {
    const told = callersOf(agents, new Map(Object.entries(numbers)));
    expect(told.agents).toEqual(agents);
    expect(told.hint).toContain(words);
  });

  it('is said of each where it differs, also of whom cannot call', () => {
    const { agents, hint } = callersOf([ava, eva], new Map([['a', OWN]]));
    expect(agents.map(({ label }) => label)).toEqual([
      'Ava · +1 312 555 0123',
      'Eva · no number to call from',
    ]);
    expect(hint).toContain('the number beside its name');
  });

  it('is nothing where none of them can call', () => {
    expect(callersOf([ava, eva], new Map())).toEqual({ agents: [ava, eva], hint: null });
  });

  it('has a reason', () => {
    expect([MAIN, OWN].map(reasonFor)).toEqual(['the default number', 'its own number']);
  });
});
