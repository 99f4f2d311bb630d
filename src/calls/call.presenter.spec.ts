import * as fc from 'fast-check';
import { fieldsOf } from './call-fields.js';
import { presentPage, rowWriter, type RowContext } from './call.presenter.js';

const LIGHT = fieldsOf('light', []);
const NAMES = Object.keys(LIGHT);
const ID = '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e';
const context: RowContext = { recordingUrl: (id) => `https://example.com/recordings/${id}` };

/** The light payload of a row that has only these values. */
function written(values: Record<string, string | null>): string {
  return rowWriter(LIGHT)(
    NAMES.map((name) => (name === 'id' ? ID : (values[name] ?? null))),
    context,
  );
}

describe('the JSON of a call', () => {
  it('of any text is what JSON.stringify would write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
        const text = name.toWellFormed().replaceAll('\0', '');
        const call = written({ agent_name: text, status: 'completed' });
        expect(call).toBe(JSON.stringify(JSON.parse(call)));
        expect((JSON.parse(call) as Record<string, unknown>)['agent_name']).toBe(text);
      }),
    );
  });

  it.each(['"', '\\', '\n', '\u0001', '\u001f', '\u007f', '\u2028', '', 'null', '</script>'])(
    'keeps the name %j',
    (name) => {
      const call = written({ agent_name: name });
      expect(call).toBe(JSON.stringify(JSON.parse(call)));
      expect(JSON.parse(call)).toMatchObject({ agent_name: name });
    },
  );

  it.each([
    ['2026-01-15 10:30:00+00', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15 10:30:00.2+00', '2026-01-15T10:30:00.200Z'],
    ['2026-01-15 10:30:00.25+00', '2026-01-15T10:30:00.250Z'],
    ['2026-01-15 10:30:00.007+00', '2026-01-15T10:30:00.007Z'],
    ['2026-01-15 12:00:00.25+01:30', '2026-01-15T10:30:00.250Z'],
    ['2026-01-15 05:30:00-05', '2026-01-15T10:30:00.000Z'],
  ])('shows the instant %s as %s', (stored, shown) => {
    expect(JSON.parse(written({ started_at: stored }))).toMatchObject({ started_at: shown });
  });

  it.each([
    ['call_success', 't', true],
    ['call_success', 'f', false],
    ['call_success', null, null],
    ['call_duration', '0', 0],
    ['call_duration', '2147483647', 2_147_483_647],
    ['recording_url', 'RE1', `https://example.com/recordings/${ID}`],
    ['recording_url', null, null],
  ])('%s stored as %p is %p', (name, stored, shown) => {
    expect(JSON.parse(written({ [name]: stored }))).toMatchObject({ [name]: shown });
  });

  it('has null for what a row lacks, and empty lists', () => {
    const call = rowWriter(fieldsOf('full', ['diagnostics']))([ID], context);
    expect(JSON.parse(call)).toMatchObject({
      notes: [],
      turn_events: [],
      transcript: null,
      campaign_name: null,
    });
  });

  it('of a page is a valid document with and without calls', () => {
    const end = { total: 1, limit: 50, offset: 0, hasMore: false, nextCursor: null };
    const call = written({});
    const pagination = { total: 1, limit: 50, offset: 0, has_more: false, next_cursor: null };
    expect(JSON.parse(presentPage([call, call], end))).toEqual({
      data: [JSON.parse(call), JSON.parse(call)],
      pagination,
    });
    expect(JSON.parse(presentPage([], end))).toEqual({ data: [], pagination });
  });
});
