import { answered, dialled, ended, ENDINGS, isOver, newCall, ringing } from './carrier-call.js';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const queued = newCall(
  {
    sid: 'CA1',
    accountSid: 'AC1',
    phoneNumberSid: null,
    to: '+13125550150',
    from: '+13125550199',
    direction: 'outbound-api',
  },
  at(0),
);

describe('a call at the carrier', () => {
  it('goes from queued over ringing and in-progress to completed, and remembers when', () => {
    const over = ended(answered(ringing(dialled(queued, at(1)), at(2)), at(5)), ENDINGS.completed, 7, at(12));
    expect(queued).toMatchObject({ status: 'queued', startedAt: null, durationSeconds: null });
    expect(dialled(queued, at(1))).toMatchObject({ status: 'queued', startedAt: at(1) });
    expect(over).toMatchObject({
      status: 'completed',
      createdAt: at(0),
      startedAt: at(1),
      answeredAt: at(5),
      endedAt: at(12),
      updatedAt: at(12),
      durationSeconds: 7,
    });
  });

  it('lasted no time if nobody answered', () => {
    expect(ended(ringing(queued, at(2)), ENDINGS.noAnswer, 60, at(62))).toMatchObject({
      status: 'no-answer',
      durationSeconds: 0,
      answeredAt: null,
    });
  });

  it('stays as it ended', () => {
    const busy = ended(queued, ENDINGS.busy, 0, at(3));
    expect(isOver(busy)).toBe(true);
    expect(ended(busy, ENDINGS.completed, 9, at(9))).toBe(busy);
    expect(isOver(queued)).toBe(false);
  });
});
