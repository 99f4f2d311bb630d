import { isOver } from './carrier-status.js';

describe('a call at the carrier', () => {
  it.each(['completed', 'busy', 'no-answer', 'failed', 'canceled'] as const)('is over when %s', (status) => {
    expect(isOver(status)).toBe(true);
  });

  it.each(['queued', 'ringing', 'in-progress', null] as const)('is not over when %s', (status) => {
    expect(isOver(status)).toBe(false);
  });
});
