import { FrameGauge } from './frame-gauge.js';

describe('the frames of a socket', () => {
  it('may be malformed nine times in a row', () => {
    const gauge = new FrameGauge();
    for (let count = 1; count <= 9; count++) expect(gauge.count(false, 0)).toBe('fine');
    expect(gauge.count(true, 0)).toBe('fine');
    for (let count = 1; count <= 9; count++) expect(gauge.count(false, 0)).toBe('fine');
    expect(gauge.count(false, 0)).toBe('too-many-malformed');
  });

  it('may be a hundred a second', () => {
    const gauge = new FrameGauge();
    for (let count = 1; count <= 100; count++) expect(gauge.count(true, 999)).toBe('fine');
    expect(gauge.count(true, 999)).toBe('too-fast');
    expect(gauge.count(true, 2_000)).toBe('fine');
  });
});
