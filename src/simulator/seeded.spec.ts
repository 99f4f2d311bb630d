import { seededDraw, sidOf, sidSequence, tokenOf } from './seeded.js';

describe('what looks like chance', () => {
  it("ids have the carrier's form, never repeat, and come back with the seed", () => {
    const draw = (seed: string) => {
      const next = sidSequence(seed);
      return Array.from({ length: 1000 }, () => next('CA'));
    };
    expect(draw('a')).toEqual(draw('a'));
    expect(new Set([...draw('a'), ...draw('b')]).size).toBe(2000);
    expect(draw('a').every((sid) => /^CA[0-9a-f]{32}$/.test(sid))).toBe(true);
    expect(sidOf('PN', '+13125550199')).toBe(sidOf('PN', '+13125550199'));
  });

  it('tokens are UUIDs in form', () => {
    expect(tokenOf('CA1:0')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(tokenOf('CA1:0')).not.toBe(tokenOf('CA1:1'));
  });

  it('draws stay in range, spread over it, and come back with the seed', () => {
    const numbers = (seed: string) => {
      const draw = seededDraw(seed);
      return Array.from({ length: 500 }, () => draw([2, 4]));
    };
    expect(numbers('a')).toEqual(numbers('a'));
    expect(numbers('a')).not.toEqual(numbers('b'));
    expect(Math.min(...numbers('a'))).toBeGreaterThanOrEqual(2);
    expect(Math.max(...numbers('a'))).toBeLessThan(4);
    expect(numbers('a').filter((number) => number < 3).length).toBeGreaterThan(200);
    expect(numbers('a').filter((number) => number >= 3).length).toBeGreaterThan(200);
  });
});
