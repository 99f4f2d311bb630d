import * as fc from 'fast-check';
import { nearestName } from './nearest-name.js';

const KNOWN = [
  'limit',
  'offset',
  'order',
  'order_by',
  'fields',
  'phone_number',
  'contact_id',
  'agent_id',
  'campaign_id',
  'status',
  'call_type',
  'from',
  'to',
  'most_recent',
  'include',
];

describe('the nearest known name', () => {
  it.each([
    ['limits', 'limit'],
    ['limt', 'limit'],
    ['lmiit', 'limit'],
    ['Limit', 'limit'],
    ['offest', 'offset'],
    ['order-by', 'order_by'],
    ['orderBy', 'order_by'],
    ['ordre', 'order'],
    ['agentId', 'agent_id'],
    ['agnet_id', 'agent_id'],
    ['phoneNumber', 'phone_number'],
    ['phone_nubmer', 'phone_number'],
    ['mostrecent', 'most_recent'],
    ['campain_id', 'campaign_id'],
    ['contact_ids', 'contact_id'],
    ['statuss', 'status'],
    ['form', 'from'],
    ['tot', 'to'],
    ['includes', 'include'],
    ['calltype[]', 'call_type'],
  ])('of %s is %s', (name, nearest) => {
    expect(nearestName(name, KNOWN)).toBe(nearest);
  });

  it.each([
    '',
    'x',
    'page',
    'phone',
    'agent',
    'per_page',
    'filter',
    '___',
    '__proto__',
    'limit_limit_limit_limit_limit_limit_limit_limit_limit_limit_limit_limit',
  ])('of %j is none', (name) => {
    expect(nearestName(name, KNOWN)).toBeNull();
  });

  it('of a known name is itself, and of equally near ones the first', () => {
    for (const name of KNOWN) expect(nearestName(name, KNOWN)).toBe(name);
    expect(nearestName('cat', ['car', 'cap'])).toBe('car');
    expect(nearestName('limit', [])).toBeNull();
  });

  it('finds any long name again after one slip', () => {
    // Longer ones only: a slip at the end of order_by is nearer to order.
    const long = KNOWN.filter((name) => name.length > 8);
    fc.assert(
      fc.property(fc.constantFrom(...long), fc.nat(), fc.stringMatching(/^[a-z]$/), (name, nat, letter) => {
        const at = nat % name.length;
        const slips = [
          name.slice(0, at) + name.slice(at + 1),
          name.slice(0, at) + letter + name.slice(at),
          name.slice(0, at) + letter + name.slice(at + 1),
          name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2),
        ];
        for (const slip of slips) expect(nearestName(slip, KNOWN)).toBe(name);
      }),
    );
  });
});
