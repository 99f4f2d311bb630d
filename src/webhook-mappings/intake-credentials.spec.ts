import { credentialsOf, isComplete, withBody, withoutCredentials } from './intake-credentials.js';

describe('the credentials of an intake', () => {
  it.each([
    ['a header', { 'x-org-id': 'h' }, {}, 'h'],
    ['the header of the other endpoints', { 'x-organization-id': 'h' }, {}, 'h'],
    ['the query', {}, { orgId: 'q' }, 'q'],
    ['the header before the query', { 'x-org-id': 'h' }, { orgId: 'q' }, 'h'],
    ['the query after an empty header', { 'x-org-id': '' }, { orgId: 'q' }, 'q'],
    ['the one header that is not empty', { 'x-org-id': '', 'x-organization-id': 'h' }, {}, 'h'],
    ['nothing from empty places', { 'x-org-id': '' }, { orgId: '' }, undefined],
    ['nothing from other names', { 'org-id': 'h' }, { orgid: 'q', 'orgId[]': 'q' }, undefined],
  ])('are taken from %s', (_, headers, query, organizationId) => {
    expect(credentialsOf(headers, query).organizationId).toBe(organizationId);
  });

  it.each([
    ['both headers', { 'x-org-id': 'a', 'x-organization-id': 'a' }, {}],
    ['the query twice', {}, { orgId: ['a', 'a'] }],
  ])('are no text when they stand in %s', (_, headers, query) => {
    expect(credentialsOf(headers, query).organizationId).toEqual(['a', 'a']);
  });

  it('are taken from the body only where headers and query have nothing', () => {
    const outside = credentialsOf({ 'x-org-id': 'h' }, { apiKey: 'q' });
    expect(isComplete(outside)).toBe(false);
    const found = withBody(outside, { orgId: 'b', apiKey: 'b', mapId: 'b' }, []);
    expect(found).toEqual({ organizationId: 'h', apiKey: 'q', mappingId: 'b' });
    expect(isComplete(found)).toBe(true);
  });

  it.each([
    ['a number', { mapId: 7 }, [], 7],
    ['a list', { mapId: ['b'] }, [], ['b']],
    ['an empty text', { mapId: '' }, [], undefined],
    ['null', { mapId: null }, [], undefined],
    ['a field that is repeated', { mapId: 'b' }, ['mapId'], []],
    ['an inherited name', {}, [], undefined],
  ])('of the body: %s', (_, payload, repeated, mappingId) => {
    expect(withBody({}, payload, repeated).mappingId).toEqual(mappingId);
  });

  it('leave the payload, and nothing else does', () => {
    const payload = JSON.parse(
      '{"orgId":1,"apiKey":2,"mapId":3,"orgid":4,"__proto__":5,"nested":{"apiKey":6}}',
    );
    expect(Object.entries(withoutCredentials(payload))).toEqual([
      ['orgid', 4],
      ['__proto__', 5],
      ['nested', { apiKey: 6 }],
    ]);
    const clean = { firstName: 'Ada' };
    expect(withoutCredentials(clean)).toBe(clean);
  });
});
