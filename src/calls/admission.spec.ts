import { callingNumber, refusalOf, type Situation } from './admission.js';

const FINE: Situation = {
  agentStatus: 'active',
  allowedCountries: ['US', 'CA'],
  isOnDoNotCallList: false,
  requireExistingContact: false,
  hasContact: false,
  liveCalls: 9,
  maxConcurrentCalls: 10,
  askedNumber: null,
  agentNumber: '+13125550199',
  defaultNumber: null,
};
const NUMBER = '+15551234567';

/** Everything that can be wrong, in the order in which it is said. */
const WRONG: [string, Partial<Situation>, { status: number; code: string; message: string }][] = [
  [
    'no such agent',
    { agentStatus: null },
    { status: 404, code: 'agent_not_found', message: 'Agent not found' },
  ],
  [
    'an inactive agent',
    { agentStatus: 'inactive' },
    { status: 409, code: 'agent_inactive', message: 'Agent is not active' },
  ],
  [
    'a country that may not be called',
    { allowedCountries: [] },
    { status: 403, code: 'destination_not_allowed', message: 'Destination not allowed' },
  ],
  [
    'a number that must not be called',
    { isOnDoNotCallList: true },
    { status: 403, code: 'recipient_blocked', message: 'Contact is on the do-not-call list' },
  ],
  [
    'nobody we know, where we must',
    { requireExistingContact: true },
    { status: 404, code: 'contact_not_found', message: 'Contact not found' },
  ],
  [
    'too many calls',
    { liveCalls: 10 },
    { status: 429, code: 'concurrency_limit_reached', message: 'Concurrent call limit reached' },
  ],
  [
    'a number of somebody else to call from',
    { askedNumber: null },
    { status: 400, code: 'invalid_request', message: 'Invalid fromNumber' },
  ],
  [
    'no number to call from',
    { agentNumber: null },
    { status: 409, code: 'agent_without_number', message: 'Agent has no phone number' },
  ],
];

const DIALLED = { phoneNumber: '+13125550150' };
const requestOf = (what: string) =>
  what === 'a number of somebody else to call from' ? { ...DIALLED, fromNumber: '+13125550100' } : DIALLED;

describe('whether a call may be started', () => {
  it('yes, if nothing speaks against it', () => {
    expect(refusalOf(FINE, { phoneNumber: NUMBER })).toBeNull();
    expect(refusalOf({ ...FINE, requireExistingContact: true, hasContact: true }, DIALLED)).toBeNull();
  });

  it.each(WRONG)('not with %s', (what, wrong, refusal) => {
    expect(refusalOf({ ...FINE, ...wrong }, requestOf(what))).toMatchObject(refusal);
  });

  it.each(WRONG.slice(0, -2).map(([what], index) => [what, index] as const))(
    'of several obstacles the first is named: %s, and all that come after it',
    (_, index) => {
      const later = Object.assign(
        {},
        ...WRONG.slice(index)
          .toReversed()
          .map(([, wrong]) => wrong),
      ) as Partial<Situation>;
      expect(refusalOf({ ...FINE, ...later }, DIALLED)).toMatchObject(WRONG[index]?.[2] ?? {});
    },
  );

  it('says when to try again once too many calls are live', () => {
    const refusal = refusalOf({ ...FINE, liveCalls: 10 }, DIALLED);
    expect(Number(refusal?.headers['Retry-After'])).toBeGreaterThan(0);
  });

  it.each([
    [{ askedNumber: 'asked', agentNumber: 'agent', defaultNumber: 'default' }, 'asked'],
    [{ askedNumber: null, agentNumber: 'agent', defaultNumber: 'default' }, 'agent'],
    [{ askedNumber: null, agentNumber: null, defaultNumber: 'default' }, 'default'],
    [{ askedNumber: null, agentNumber: null, defaultNumber: null }, null],
  ])('of %j the call comes from %p', (numbers, from) => {
    expect(callingNumber(numbers)).toBe(from);
  });
});
