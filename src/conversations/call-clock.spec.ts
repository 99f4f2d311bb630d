import { leaveAfterMs, SilenceClock } from './call-clock.js';

describe('silence', () => {
  it('is asked about once, and then ends the call', () => {
    const clock = new SilenceClock(10_000);
    expect(clock.dueAt).toBeNull();
    clock.quiet(1_000);
    clock.quiet(5_000);
    expect(clock.dueAt).toBe(11_000);
    expect(clock.look(10_999)).toBeNull();
    expect(clock.look(11_000)).toBe('ask');
    expect(clock.look(30_000)).toBeNull();
    clock.quiet(14_000);
    expect(clock.look(24_000)).toBe('goodbye');
  });

  it('ends when the agent speaks, who asked already', () => {
    const clock = new SilenceClock(10);
    clock.quiet(0);
    clock.look(10);
    clock.quiet(12);
    clock.sound();
    expect(clock.dueAt).toBeNull();
    clock.quiet(20);
    expect(clock.look(30)).toBe('goodbye');
  });

  it('is forgotten when the customer speaks', () => {
    const clock = new SilenceClock(10);
    clock.quiet(0);
    clock.look(10);
    clock.customerSounds();
    clock.quiet(20);
    expect(clock.look(30)).toBe('ask');
  });
});

describe('the longest call', () => {
  it.each([
    [1_800, 1_785_000],
    [60, 45_000],
    [20, 15_000],
    [10, 7_500],
  ])('of %i s is taken leave of after %i ms', (seconds, after) => {
    expect(leaveAfterMs(seconds)).toBe(after);
  });
});
