import { jest } from '@jest/globals';

const TIMERS = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Sets the clock of this process, in milliseconds since 1970. Only the clock stands still: timers run on. */
export const setClock = (now: number): unknown => jest.useFakeTimers({ now, doNotFake: [...TIMERS] });

export const resetClock = (): unknown => jest.useRealTimers();
