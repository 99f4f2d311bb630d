import { ENDINGS, ended, newCall, ringing } from './carrier-call.js';
import { callFilter, pageOf } from './list-page.js';

const call = (sid: string, to: string, at: string) =>
  ringing(
    newCall(
      { sid, accountSid: 'AC1', phoneNumberSid: null, to, from: '+13125550199', direction: 'outbound-api' },
      new Date(at),
    ),
    new Date(at),
  );
const monday = call('CA1', '+13125550101', '2026-01-05T23:59:59Z');
const tuesday = ended(
  call('CA2', '+13125550102', '2026-01-06T00:00:00Z'),
  ENDINGS.busy,
  0,
  new Date('2026-01-06T00:01:00Z'),
);
const waiting = {
  ...call('CA3', '+13125550102', '2026-01-06T12:00:00Z'),
  startedAt: null,
  parentCallSid: 'CA2',
};
const all = [monday, tuesday, waiting];

describe('callFilter', () => {
  it.each([
    [{}, ['CA1', 'CA2', 'CA3']],
    [{ To: '+13125550102' }, ['CA2', 'CA3']],
    [{ To: '+1312555010' }, []],
    [{ From: '+13125550199', Status: 'busy' }, ['CA2']],
    [{ ParentCallSid: 'CA2' }, ['CA3']],
    [{ StartTime: '2026-01-05' }, ['CA1']],
    [{ 'StartTime>': '2026-01-06' }, ['CA2']],
    [{ 'StartTime>': '2026-01-06T23:00:00Z' }, ['CA2']],
    [{ 'StartTime<': '2026-01-06T00:00:00.000Z' }, ['CA1', 'CA2']],
    [{ 'StartTime<': '2026-01-05' }, ['CA1']],
    [{ 'EndTime>': '2026-01-01' }, ['CA2']],
    [{ Unknown: 'x' }, ['CA1', 'CA2', 'CA3']],
  ])('%j', (query, sids) => {
    expect(all.filter(callFilter(query)).map(({ sid }) => sid)).toEqual(sids);
  });

  it('refuses a date that is none', () => {
    expect(() => callFilter({ 'StartTime>': 'yesterday' })).toThrow('StartTime');
  });
});

describe('pageOf', () => {
  const items = ['a', 'b', 'c', 'd', 'e'].map((sid) => ({ sid }));
  const page = (query: Record<string, unknown>) => pageOf(items, query, '/Calls.json');
  const sidsOf = (query: Record<string, unknown>) => page(query).items.map(({ sid }) => sid);

  it.each([
    [{}, ['a', 'b', 'c', 'd', 'e']],
    [{ PageSize: '2' }, ['a', 'b']],
    [{ PageSize: '2', Page: '1' }, ['c', 'd']],
    [{ PageSize: '2', Page: '2' }, ['e']],
    [{ PageSize: '2', Page: '9' }, []],
    [{ PageSize: '2', Page: '1', PageToken: 'PAc' }, ['d', 'e']],
    [{ PageSize: '2000' }, ['a', 'b', 'c', 'd', 'e']],
  ])('%j', (query, sids) => {
    expect(sidsOf(query)).toEqual(sids);
  });

  it('says where it stands and where the neighbours are', () => {
    expect(page({ To: '+1', PageSize: '2', Page: '1', PageToken: 'PAb' }).envelope).toEqual({
      page: 1,
      page_size: 2,
      start: 2,
      end: 3,
      uri: '/Calls.json?To=%2B1&PageSize=2&Page=1&PageToken=PAb',
      first_page_uri: '/Calls.json?To=%2B1&PageSize=2&Page=0',
      next_page_uri: '/Calls.json?To=%2B1&PageSize=2&Page=2&PageToken=PAd',
      previous_page_uri: '/Calls.json?To=%2B1&PageSize=2&Page=0',
    });
    expect(page({ PageSize: '5' }).envelope).toMatchObject({ next_page_uri: null, previous_page_uri: null });
  });

  it('refuses a page size that is none', () => {
    expect(() => page({ PageSize: 'all' })).toThrow('PageSize');
  });
});
