import { draftAct, openSuggestions, rowsAfter } from './mapping-draft.js';
import type { Suggestion } from './suggest-mappings.js';

const row = (source: string, target: string, transform = '') => ({ source, target, transform });
const PHONE: Suggestion = { source: 'tel', target: 'phone', transform: null };
const FIRST: Suggestion = { source: 'name', target: 'firstName', transform: 'first_name_of' };

describe('what is done with a sample', () => {
  it.each([
    ['listen', { act: 'listen' }],
    ['take', { act: 'take' }],
    ['paste', { act: 'paste' }],
    ['use-all', { act: 'use-all' }],
    ['use:phone', { act: 'use', target: 'phone' }],
    ["map:lead['a:b']", { act: 'map', source: "lead['a:b']" }],
    ['map:two\nlines', { act: 'map', source: 'two\nlines' }],
    ['map:', { act: 'look' }],
    ['delete', { act: 'look' }],
    ['', { act: 'look' }],
  ])('%j is told by its button', (text, expected) => {
    expect(draftAct(text)).toEqual(expected);
  });

  it('leaves open what no row fills', () => {
    expect(openSuggestions([PHONE, FIRST], [row('', 'phone'), row('x', 'firstName')])).toEqual([PHONE]);
  });

  it.each([
    ['into the row that waits', [row('', ''), row('', 'phone')], [row('', ''), row('tel', 'phone')]],
    ['into an empty row', [row('a', 'email'), row('', '')], [row('a', 'email'), row('tel', 'phone')]],
    ['into a new row', [row('a', 'email')], [row('a', 'email'), row('tel', 'phone')]],
    ['nowhere when it is filled', [row('a', 'phone')], [row('a', 'phone')]],
  ])('a suggestion goes %s', (_, rows, expected) => {
    expect(rowsAfter(rows, { act: 'use', target: 'phone' }, [PHONE, FIRST])).toEqual(expected);
    expect(rowsAfter(rows, { act: 'use-all' }, [PHONE])).toEqual(expected);
  });

  it('a click takes the field that its name suggests, unless another was chosen', () => {
    const click = { act: 'map', source: 'name' } as const;
    expect(rowsAfter([], click, [FIRST])).toEqual([row('name', 'firstName', 'first_name_of')]);
    expect(rowsAfter([], click, [FIRST], 'company')).toEqual([row('name', 'company', '')]);
    expect(rowsAfter([], { act: 'map', source: 'Roof type' }, [FIRST])).toEqual([
      row('Roof type', 'variables.roof_type'),
    ]);
  });

  it('looking, pasting and listening change no row', () => {
    for (const act of ['look', 'listen', 'take', 'paste'] as const)
      expect(rowsAfter([row('a', 'b')], { act }, [PHONE])).toEqual([row('a', 'b')]);
  });
});
