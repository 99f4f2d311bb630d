import { askedAudit, auditAddress, filterOf } from './audit-filter.js';

const NOTHING = { kind: '', who: '', from: '', to: '' };

describe('what an audit log is asked to show', () => {
  it.each([
    [{}, NOTHING],
    [{ kind: 'api_key' }, { ...NOTHING, kind: 'api_key' }],
    [{ kind: 'anything', from: 'yesterday', to: '2026-13-01' }, NOTHING],
    [{ kind: ['api_key'], who: ['ada@example.com'] }, NOTHING],
    [{ who: '  ada@example.com ' }, { ...NOTHING, who: 'ada@example.com' }],
    [
      { from: '2026-01-15', to: '2026-02-28' },
      { ...NOTHING, from: '2026-01-15', to: '2026-02-28' },
    ],
  ])('of %j it takes %j', (query, asked) => {
    expect(askedAudit(query)).toEqual(asked);
  });

  it('holds the last day to its end', () => {
    expect(filterOf({ ...NOTHING, from: '2026-01-15', to: '2026-01-15' })).toEqual({
      from: new Date('2026-01-15T00:00:00Z'),
      until: new Date('2026-01-16T00:00:00Z'),
    });
  });

  it('stands in the address, without what is empty', () => {
    expect(auditAddress('/log', NOTHING)).toBe('/log');
    expect(auditAddress('/log', { ...NOTHING, who: 'a & b' }, 'place')).toBe('/log?who=a+%26+b&before=place');
  });
});
