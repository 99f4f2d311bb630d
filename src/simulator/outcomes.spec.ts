import { outcomeOf } from './outcomes.js';

describe('outcomeOf', () => {
  it.each([
    ['+13125550101', 'busy'],
    ['+13125550102', 'no-answer'],
    ['+13125550103', 'voicemail'],
    ['+13125550104', 'hangs-up'],
    ['+13125550105', 'interrupts'],
    ['+13125550106', 'asks-for-a-person'],
    ['+13125550107', 'silence'],
    ['+13125550108', 'failed'],
    ['+19995550101', 'busy'],
  ])('%s decides for %s', (number, name) => {
    expect(outcomeOf(number).name).toBe(name);
  });

  it.each([
    ['the other fictional numbers', '+13125550100'],
    ['the other fictional numbers', '+13125550199'],
    ['an area code that cannot be', '+11125550101'],
    ['another exchange', '+13125560101'],
    ['another country', '+443125550101'],
    ['a longer number', '+131255501011'],
    ['an ordinary number', '+13125552368'],
    ['no number at all', 'anonymous'],
    ['an address', 'sip:ava@example.com'],
  ])('%s cooperates: %s', (_what, number) => {
    expect(outcomeOf(number).name).toBe('cooperative');
  });
});
