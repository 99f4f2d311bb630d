import * as fc from 'fast-check';
import { anyPayload } from '../../test/support/contact-arbitraries.js';
import { watched } from '../../test/support/watched.js';
import { JsonObject } from '../common/json-text.js';
import { leavesOf, LocationSet } from './payload-leaves.js';
import { parseSourcePath, resolveSource } from './source-path.js';

const json = (text: string): JsonObject => JSON.parse(text) as JsonObject;
const list = (payload: JsonObject, except?: LocationSet) =>
  [...leavesOf(payload, except)].map(({ path, value }) => [path, value]);

describe('the leaves of a payload', () => {
  it('are its values in their order, each with a source that reads it', () => {
    const payload = json(`{
      "First Name": "Ada", "Phone No.": null, "": 1,
      "lead": { "e.mail": "a", "phones": [{ "number": "+1" }, "+2"], "none": {}, "nobody": [] },
      "user[phone]": true
    }`);
    expect(list(payload)).toEqual([
      ['First Name', 'Ada'],
      ['Phone No.', null],
      ["['']", 1],
      ["lead['e.mail']", 'a'],
      ['lead.phones[0].number', '+1'],
      ['lead.phones[1]', '+2'],
      ['user[phone]', true],
    ]);
  });

  it.each([
    [
      'Facebook Lead Ads',
      `{"field_data":[{"name":"email","values":["a@b.c"]},{"name":"tel","values":["+1","+2"]}]}`,
      [
        ['field_data[name=email].values[0]', 'a@b.c'],
        ['field_data[name=tel].values[0]', '+1'],
        ['field_data[name=tel].values[1]', '+2'],
      ],
    ],
    [
      'Typeform',
      `{"answers":[{"type":"text","text":"Ada","field":{"ref":"who","id":"x"}}]}`,
      [
        ['answers[field.ref=who].type', 'text'],
        ['answers[field.ref=who].text', 'Ada'],
        ['answers[field.ref=who].field.id', 'x'],
      ],
    ],
    ['key and value', `{"f":[{"key":"a","value":1}]}`, [['f[key=a].value', 1]]],
    ['field and value', `{"f":[{"field":"a","value":1}]}`, [['f[field=a].value', 1]]],
    ['label and value', `{"f":[{"label":"Your name?","value":1}]}`, [['f[label=Your name?].value', 1]]],
    ['question and answer', `{"f":[{"question":"a]b","answer":1}]}`, [["f[question='a]b'].answer", 1]]],
  ])('are named by their answer in the lists of %s', (_who, text, leaves) => {
    expect(list(json(text))).toEqual(leaves);
  });

  it.each([
    [
      'the name is taken',
      `{"f":[{"name":"a","value":1},{"name":"a","value":2}]}`,
      ['f[name=a].value', 'f[1].name', 'f[1].value'],
    ],
    [
      'an item before has the name and no value',
      `{"f":[{"name":"a"},{"name":"a","value":2}]}`,
      ['f[0].name', 'f[1].name', 'f[1].value'],
    ],
    ['nothing stands beside the name', `{"f":[{"name":"a","id":1}]}`, ['f[0].name', 'f[0].id']],
    [
      'the name is no text',
      `{"f":[{"name":null,"value":1},{"name":["a"],"value":2}]}`,
      ['f[0].name', 'f[0].value', 'f[1].name[0]', 'f[1].value'],
    ],
    ['the name is very long', `{"f":[{"name":"${'x'.repeat(101)}","value":1}]}`, ['f[0].name', 'f[0].value']],
  ])('keep their position where %s', (_why, text, paths) => {
    expect(list(json(text)).map(([path]) => path)).toEqual(paths);
  });

  it('are named by the first kind of name that fits', () => {
    const both = json(`{"f":[{"type":"x","field":{"ref":"a"},"name":"b","value":1}]}`);
    expect(list(both).map(([path]) => path)).toEqual([
      'f[field.ref=a].type',
      'f[field.ref=a].name',
      'f[field.ref=a].value',
    ]);
  });

  it('keep their position in a list beyond what a source searches', () => {
    const f = Array.from({ length: 1_002 }, (_, index) => ({ name: `n${index}`, value: index }));
    expect(list({ f }).slice(999)).toEqual([
      ['f[name=n999].value', 999],
      ['f[1000].name', 'n1000'],
      ['f[1000].value', 1000],
      ['f[1001].name', 'n1001'],
      ['f[1001].value', 1001],
    ]);
  });

  it('are written another way when a top-level name looks like their path', () => {
    expect(list(json(`{"a.b":1,"a":{"b":2}}`))).toEqual([
      ['a.b', 1],
      ["['a']['b']", 2],
    ]);
    expect(list(json(`{"a.b":1,"['a']['b']":2,"a":{"b":3}}`))).toEqual([
      ['a.b', 1],
      ["['a']['b']", 2],
      ['["a"]["b"]', 3],
    ]);
    const hidden = { 'a.b': 1, "['a']['b']": 2, '["a"]["b"]': 3, a: { b: 4 } };
    expect(list(hidden).map(([, value]) => value)).toEqual([1, 2, 3]);
  });

  it('leave out the places that are not to be listed, with all they hold', () => {
    const payload = json(`{"a":{"b":[1,2],"c":3},"d":4,"e":{"f":5}}`);
    const except = new LocationSet([['a', 'b'], ['a', 'b', 0], ['d'], ['e', 'x'], ['a', 'c', 'deeper']]);
    expect(list(payload, except)).toEqual([
      ['a.c', 3],
      ['e.f', 5],
    ]);
    expect(list(payload, new LocationSet([['a'], ['e', 'f']]))).toEqual([['d', 4]]);
  });

  it('come one at a time, so that the first few of many cost little', () => {
    const counter = { reads: 0 };
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, { v: index }]));
    const leaves = leavesOf({ a: 0, b: 1, rest: watched(many, counter) });
    expect([leaves.next().value, leaves.next().value]).toEqual([
      { path: 'a', value: 0 },
      { path: 'b', value: 1 },
    ]);
    expect(counter.reads).toBe(0);
  });
});

describe('the leaves of any payload', () => {
  it('resolve to the values they are listed with', () => {
    fc.assert(
      fc.property(anyPayload, (payload) => {
        for (const { path, value } of leavesOf(payload))
          expect(resolveSource(parseSourcePath(path), payload)).toMatchObject({ found: true, value });
      }),
      { numRuns: 500 },
    );
  });

  it('have each a path of its own', () => {
    fc.assert(
      fc.property(anyPayload, (payload) => {
        const paths = [...leavesOf(payload)].map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
      }),
    );
  });

  it('are found in a number of steps that grows no faster than the payload', () => {
    const shapes: ((size: number) => JsonObject)[] = [
      (size) => Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, index])),
      (size) => ({ list: Array.from({ length: size }, (_, index) => ({ name: `n${index}`, value: index })) }),
      (size) => ({ list: Array.from({ length: size }, () => ({ name: 'same', value: 1 })) }),
      (size) => ({ lists: Array.from({ length: size }, () => [{ key: 'a', value: [1] }]) }),
    ];
    for (const shape of shapes) {
      const [once = 0, twice = 0] = [500, 1_000].map((size) => countReads(shape(size)));
      expect(twice).toBeLessThan(once * 2.2);
    }
  });
});

/** How often the payload is looked into to list it all. */
function countReads(payload: JsonObject): number {
  const counter = { reads: 0 };
  expect([...leavesOf(watched(payload, counter))]).not.toHaveLength(0);
  return counter.reads;
}
