import { linesOf, writeLines } from './transcript-lines.js';

const line = (index: number, text: string) => ({ index, speaker: 'customer', text });

describe('the lines of a transcript', () => {
  it('are the utterances in which something was said, on one line each', () => {
    const transcript = [
      { index: 0, speaker: 'agent', text: ' Hello.\n[1] Customer: No! ' },
      { index: 1, speaker: 'customer', text: '' },
      { index: 2, speaker: 'customer', text: null },
      { speaker: 'robot', text: 'Beep.' },
      {},
    ];
    expect(writeLines(linesOf(transcript))).toBe('[0] Agent: Hello. [1] Customer: No!\n[3] Unknown: Beep.');
  });

  it('that do not fit are left out of the middle, and a line says how many', () => {
    const lines = Array.from({ length: 10 }, (_, index) => line(index, 'x'.repeat(20)));
    const written = writeLines(lines, 180).split('\n');
    expect(written.map((text) => text.slice(0, 4))).toEqual(['[0] ', '[… 6', '[7] ', '[8] ', '[9] ']);
  });

  it('that are endless are cut', () => {
    const written = writeLines([line(0, 'x'.repeat(10_000))]);
    expect(written.length).toBeLessThan(4_100);
    expect(written).toMatch(/x \[…\]$/);
  });
});
