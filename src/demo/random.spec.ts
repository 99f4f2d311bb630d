import { Random } from './random.js';

const drawn = (random: Random, count: number, draw: (random: Random) => number): number[] =>
  Array.from({ length: count }, () => draw(random));

describe('the random numbers of demo data', () => {
  it('are the same for the same seed on every machine', () => {
    const numbers = drawn(new Random('demo 1'), 4, (random) => random.uint32());
    expect(numbers).toEqual(drawn(new Random('demo 1'), 4, (random) => random.uint32()));
    expect(numbers).not.toEqual(drawn(new Random('demo 2'), 4, (random) => random.uint32()));
  });

  it('of a fork do not depend on what was drawn before', () => {
    const used = new Random('demo 1');
    used.uint32();
    expect(used.fork('call 1').uint32()).toBe(new Random('demo 1').fork('call 1').uint32());
  });

  it('of 20,000 forks are all different', () => {
    const seed = new Random('demo 1');
    const ids = new Set<string>();
    for (let index = 0; index < 20_000; index++) ids.add(seed.fork(index).hex(32));
    expect(ids.size).toBe(20_000);
  });

  it('are spread evenly', () => {
    const random = new Random('even');
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const number of drawn(random, 100_000, (one) => one.next()))
      tenths[Math.floor(number * 10)] = (tenths[Math.floor(number * 10)] ?? 0) + 1;
    expect(Math.min(...tenths)).toBeGreaterThan(9_500);
    expect(Math.max(...tenths)).toBeLessThan(10_500);
  });

  it('stay in their bounds', () => {
    const random = new Random('bounds');
    const whole = drawn(random, 1_000, (one) => one.int(3, 5));
    expect(new Set(whole)).toEqual(new Set([3, 4, 5]));
    const around = drawn(random, 1_000, (one) => one.around(10, 1, 5, 20));
    expect(Math.min(...around)).toBe(5);
    expect(Math.max(...around)).toBe(20);
  });

  it('choose by weight and shuffle without loss', () => {
    const random = new Random('choices');
    const list = [
      { name: 'often', weight: 9 },
      { name: 'seldom', weight: 1 },
      { name: 'never', weight: 0 },
    ];
    const chosen = Array.from({ length: 10_000 }, () => random.weighted(list).name);
    const count = (name: string) => chosen.filter((one) => one === name).length;
    expect(count('often')).toBeGreaterThan(8_700);
    expect(count('seldom')).toBeGreaterThan(800);
    expect(count('never')).toBe(0);
    expect(new Set(random.shuffled([1, 2, 3, 4]))).toEqual(new Set([1, 2, 3, 4]));
  });
});
