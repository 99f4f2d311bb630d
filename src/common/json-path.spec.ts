import { pathText } from './json-path.js';

describe('a place inside JSON', () => {
  it.each([
    [['lead', 'phones', 0, 'number'], 'lead.phones[0].number'],
    [[0, 'a'], '[0].a'],
    [['a.b', 'c'], "['a.b'].c"],
    [['a', 'it[s]'], "a['it[s]']"],
    [['a', "o'clock.x"], String.raw`a['o\'clock.x']`],
    [['a', String.raw`\.`], String.raw`a['\\.']`],
    [['First Name'], 'First Name'],
    [['a', ''], "a['']"],
    [['a\0b', '\ud800'], 'a\ufffdb.\ufffd'],
    [[], ''],
  ])('%j is written %s', (steps, text) => {
    expect(pathText(steps)).toBe(text);
  });
});
