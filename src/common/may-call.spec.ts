import { mayCall } from './may-call.js';

describe('the number to call', () => {
  const US_AND_CANADA = ['US', 'CA'];
  it.each([
    ['Chicago', '+13125550150'],
    ['Toronto', '+14165550150'],
    ['a toll-free number', '+18005551234'],
    ['nowhere: the contract’s own example', '+15551234567'],
    ['nowhere at all', '+10000000000'],
  ])('%s may be called (%s)', (_, number) => {
    expect(mayCall(number, US_AND_CANADA)).toBe(true);
  });

  it.each([
    ['Jamaica', '+18765551234'],
    ['the Dominican Republic', '+18095550100'],
    ['the Bahamas', '+12425550100'],
    ['Puerto Rico, which is a country of its own here', '+17875550100'],
    ['a premium area code', '+19005551234'],
    ['a premium area code that was never given out', '+19761234567'],
    ['a premium exchange', '+13129761234'],
  ])('%s may not (%s)', (_, number) => {
    expect(mayCall(number, US_AND_CANADA)).toBe(false);
  });

  it('every organization has its own countries', () => {
    expect(mayCall('+18765551234', ['JM'])).toBe(true);
    expect(mayCall('+13125550150', ['JM'])).toBe(false);
  });
});
