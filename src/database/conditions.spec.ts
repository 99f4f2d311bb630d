import { allOf, ifGiven, where } from './conditions.js';

describe('conditions', () => {
  it('are joined with AND, their values numbered after those already bound', () => {
    const bound: unknown[] = ['first'];
    const text = allOf(
      [
        where('call.agent_id = ?', 'a'),
        where('call.ended_at IS NULL'),
        where('(call.started_at, call.id) < (?, ?)', 'then', 'b'),
      ],
      bound,
    );
    expect(text).toBe(
      'call.agent_id = $2 AND call.ended_at IS NULL AND (call.started_at, call.id) < ($3, $4)',
    );
    expect(bound).toEqual(['first', 'a', 'then', 'b']);
  });

  it.each([
    ['a value', 'Ava', 'call.agent = $1', ['Ava']],
    ['an empty value', '', 'call.agent = $1', ['']],
    ['null', null, 'call.agent = $1', [null]],
    ['nothing', undefined, '', []],
  ])('given %s, a filter is %p', (_, value, text, values) => {
    const bound: unknown[] = [];
    expect(allOf([ifGiven(value, (agent) => where('call.agent = ?', agent))], bound)).toBe(text);
    expect(bound).toEqual(values);
  });

  it('keep a question mark of a value out of the text', () => {
    const bound: unknown[] = [];
    expect(allOf([where('a = ?', '? OR 1=1'), where('b = ?', 2)], bound)).toBe('a = $1 AND b = $2');
    expect(bound).toEqual(['? OR 1=1', 2]);
  });
});
