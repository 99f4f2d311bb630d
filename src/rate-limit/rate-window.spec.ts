import { batchSize, currentWindow } from './rate-window.js';

describe('rate windows', () => {
  it.each([
    [0, 0],
    [59_999, 0],
    [60_000, 60_000],
    [Date.UTC(2026, 0, 15, 10, 30, 59, 999), Date.UTC(2026, 0, 15, 10, 30)],
  ])('the instant %d lies in the minute that starts at %d', (now, window) => {
    expect(currentWindow(now)).toBe(window);
  });

  it.each([
    [1_000, 20],
    [300, 6],
    [60, 1],
    [1, 1],
  ])('of a limit of %d, %d tokens are taken at once', (limit, batch) => {
    expect(batchSize(limit)).toBe(batch);
  });
});
