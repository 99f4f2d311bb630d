import { playingSeconds, speakingSeconds } from './speaking-time.js';

describe('how long sound takes', () => {
  it.each([
    ['', 0.5],
    ['Hi', 0.5],
    ['x'.repeat(15), 1],
    ['x'.repeat(300), 20],
  ])('a text of "%s"', (text, seconds) => {
    expect(speakingSeconds(text)).toBe(seconds);
  });

  it.each([
    [null, 3],
    ['1', 0.5],
    ['1w2', 1.5],
  ])('digits %s', (digits, seconds) => {
    expect(playingSeconds(digits)).toBe(seconds);
  });
});
