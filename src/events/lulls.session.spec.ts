import { Lulls } from './lulls.session.js';

describe('lulls', () => {
  let ended: number;
  let ends: (() => void)[];
  let lulls: Lulls;

  beforeEach(() => {
    ended = 0;
    ends = [];
    lulls = new Lulls(
      () => (ended += 1),
      (end) => ends.push(end),
    );
  });

  it('include who was found without anything to send, and nobody else', () => {
    lulls.begin(['a', 'b']);
    expect(['a', 'b', 'c'].map((org) => lulls.include(org))).toEqual([true, true, false]);
  });

  it('end all at once, and tell of it once', () => {
    lulls.begin(['a']);
    lulls.begin(['b']);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect([lulls.include('a'), lulls.include('b'), ended]).toEqual([false, false, 1]);
  });

  it('begin again after their end', () => {
    lulls.begin(['a']);
    ends[0]?.();
    lulls.begin(['a']);
    expect([lulls.include('a'), ends.length]).toEqual([true, 2]);
  });

  it('are not begun for nobody', () => {
    lulls.begin([]);
    expect(ends).toEqual([]);
  });
});
