import { filtersIn, listAddress, without } from './call-list-filters.js';

describe('the filters of an address', () => {
  it.each([
    [{}, {}],
    [{ status: 'busy', page: '3' }, { status: 'busy' }],
    [{ status: '', from: ' ' }, {}],
    [{ status: ['busy', 'failed'] }, {}],
    [{ __proto__: null, phone_number: '+13125550100' }, { phone_number: '+13125550100' }],
  ])('of %j are %j', (query, filters) => {
    expect(filtersIn(query)).toEqual(filters);
  });

  it('make one address, whatever order they came in', () => {
    const filters = filtersIn({ to: '2026-01-16', status: 'busy', phone_number: '+13125550100' });
    expect(listAddress('/calls', filters)).toBe(
      '/calls?phone_number=%2B13125550100&status=busy&to=2026-01-16',
    );
    expect(listAddress('/calls', without(filters, 'status'), { older: 'x' })).toBe(
      '/calls?phone_number=%2B13125550100&to=2026-01-16&older=x',
    );
    expect(listAddress('/calls', {})).toBe('/calls');
  });
});
