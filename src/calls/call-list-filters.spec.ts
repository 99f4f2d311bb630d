import { filtersIn, listAddress, listedBy, without } from './call-list-filters.js';

describe('the filters of an address', () => {
  it.each([
    [{}, {}],
    [{ status: 'busy', page: '3' }, { status: 'busy' }],
    [{ status: '', from: ' ' }, {}],
    [{ status: ['busy', 'failed'] }, {}],
    [{ zone: 'Europe/Berlin', status: 'busy' }, { status: 'busy' }],
    [{ zone: 'Mars/Olympus', from: '2026-01-16' }, { from: '2026-01-16' }],
    [
      { zone: 'Europe/Berlin', to: '2026-01-16' },
      { zone: 'Europe/Berlin', to: '2026-01-16' },
    ],
    [{ __proto__: null, phone_number: '+13125550100' }, { phone_number: '+13125550100' }],
  ])('of %j are %j', (query, filters) => {
    expect(filtersIn(query)).toEqual(filters);
  });

  it('take days of a zone for the instants just outside of them, and the zone goes with the last of them', () => {
    const filters = filtersIn({ from: '2026-01-16', to: '2026-01-16', zone: 'Europe/Berlin' });
    expect(listedBy(filters)).toEqual({ from: '2026-01-15T22:59:59.999Z', to: '2026-01-16T23:00:00.000Z' });
    expect(listedBy(filtersIn({ from: 'soon', zone: 'Europe/Berlin' }))).toEqual({ from: 'soon' });
    expect(without(without(filters, 'from'), 'to')).toEqual({});
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
