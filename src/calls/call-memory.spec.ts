import { composeMemory, type EarlierCall } from './call-memory.js';

const call = (day: number, more: Partial<EarlierCall> = {}): EarlierCall => ({
  id: `call-${day}`,
  startedAt: new Date(Date.UTC(2026, 0, day, 10, 30)),
  callType: 'outbound',
  wentToVoicemail: false,
  summary: null,
  lastWords: null,
  ...more,
});

describe('what is remembered of earlier calls', () => {
  it('nothing, where there were none', () => {
    expect(composeMemory(0, [])).toBeNull();
  });

  it('how many there were, which was the last, and what was said', () => {
    const calls = [
      call(15, { callType: 'inbound', summary: 'Ada asked for\n a refund.' }),
      call(12, { wentToVoicemail: true, lastWords: 'Agent: Hello?' }),
      call(9, { lastWords: 'Agent: Shall I book it?\nCustomer: Yes, please.' }),
      call(2, { summary: 'Too long ago.' }),
    ];
    expect(composeMemory(7, calls)).toEqual({
      previous_calls: 7,
      last_call_id: 'call-15',
      last_call_at: '2026-01-15T10:30:00.000Z',
      brief:
        '2026-01-15, they called: Ada asked for a refund.\n' +
        '2026-01-12, we called: voicemail answered\n' +
        '2026-01-09, we called: Agent: Shall I book it? Customer: Yes, please.',
    });
  });

  it('a call of which nothing was kept is still a call', () => {
    expect(composeMemory(1, [call(1)])?.brief).toBe(
      '2026-01-01, we called: nothing is known of what was said',
    );
  });

  it('is never longer than it may be, however long the calls were', () => {
    const long = (text: string) => text.repeat(1_000);
    const calls = [
      call(3, { summary: long('😀a') }),
      call(2, { lastWords: long('bye ') }),
      call(1, { summary: long('x') }),
    ];
    const { brief } = composeMemory(3, calls) ?? { brief: '' };
    expect(Array.from(brief).length).toBeLessThanOrEqual(1_200);
    expect(brief.isWellFormed()).toBe(true);
    const [first, second] = brief.split('\n');
    expect(first).toMatch(/^2026-01-03, we called: 😀a.*…$/u);
    expect(second).toMatch(/^2026-01-02, we called: ….*bye$/);
  });
});
