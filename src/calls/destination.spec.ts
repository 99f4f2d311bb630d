import { readDialable } from './destination.js';

describe('the number to call', () => {
  it.each(['+15551234567', '+13125550150', '+10000000000'])('%s has the form', (number) => {
    expect(readDialable(number)).toEqual({ value: number });
  });

  it.each([
    '15551234567',
    '+1555123456',
    '+155512345678',
    '+1 555 123 4567',
    '+1555-1234567',
    '+44555123456',
    '+1５５５1234567',
    '+1٥٥٥1234567',
    ' +15551234567',
    '+15551234567\n',
    '',
    15551234567,
    null,
    ['+15551234567'],
  ])('%p does not', (raw) => {
    expect(readDialable(raw)).toEqual({ issue: 'must be +1 followed by ten digits' });
  });
});
