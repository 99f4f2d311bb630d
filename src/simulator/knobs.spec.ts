import { DEFAULTS, KnobBoard, readKnobSettings } from './knobs.js';

describe('KnobBoard', () => {
  it('has everything off at first', () => {
    const board = new KnobBoard();
    expect(board.read()).toEqual(DEFAULTS);
    expect(board.take('closeAfterAccept')).toBe(false);
    expect(board.take('refuseCalls')).toBeNull();
  });

  it('keeps a standing value and uses up a limited one', () => {
    const board = new KnobBoard();
    board.set({ holdAnswerMs: 10, closeAfterAccept: { value: true, times: 2 } });
    expect([1, 2, 3].map(() => board.take('holdAnswerMs'))).toEqual([10, 10, 10]);
    expect([1, 2, 3].map(() => board.take('closeAfterAccept'))).toEqual([true, true, false]);
    expect(board.read()).toEqual({ ...DEFAULTS, holdAnswerMs: 10 });
  });

  it('does not use up what makes no difference', () => {
    const board = new KnobBoard();
    board.set({ dropCallbacks: { value: ['busy'], times: 1 } });
    const take = (kind: 'busy' | 'ringing') =>
      board.take('dropCallbacks', (kinds) => kinds.includes(kind)).includes(kind);
    expect([take('ringing'), take('busy'), take('busy')]).toEqual([false, true, false]);
  });

  it('tells a refusal from a limited one', () => {
    const board = new KnobBoard();
    board.set({ refuseCalls: { status: 400, code: 21216 } });
    expect([board.take('refuseCalls'), board.take('refuseCalls')]).toEqual(
      Array.from({ length: 2 }, () => ({ status: 400, code: 21216 })),
    );
    board.set({ refuseCalls: { value: { status: 429, code: 20429 }, times: 1 } });
    expect([board.take('refuseCalls'), board.take('refuseCalls')]).toEqual([
      { status: 429, code: 20429 },
      null,
    ]);
  });

  it('forgets what is not set again, and never changes the settings it was given', () => {
    const board = new KnobBoard();
    const settings = { listLagMs: { value: 5, times: 1 } };
    board.set(settings);
    board.take('listLagMs');
    expect(settings.listLagMs.times).toBe(1);
    board.set({ forgeCallbacks: true });
    expect(board.read()).toEqual({ ...DEFAULTS, forgeCallbacks: true });
  });
});

describe('readKnobSettings', () => {
  it('takes every knob, standing or limited', () => {
    expect(readKnobSettings(DEFAULTS)).toEqual(DEFAULTS);
    const limited = Object.fromEntries(
      Object.entries(DEFAULTS).map(([name, value]) => [name, { value, times: 3 }]),
    );
    expect(readKnobSettings(limited)).toEqual(limited);
  });

  it.each([
    undefined,
    null,
    [],
    'on',
    { unknown: true },
    { holdAnswerMs: 'long' },
    { listLagMs: { value: 1 } },
  ])('refuses %j', (body) => {
    expect(() => readKnobSettings(body)).toThrow();
  });
});
