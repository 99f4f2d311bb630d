import * as fc from 'fast-check';
import { repeatedNames } from './repeated-names.js';

const NAMES = ['orgId', 'apiKey', 'mapId'];

describe('names that a JSON object has twice', () => {
  it.each([
    ['none', '{"apiKey":"a","mapId":"b"}', []],
    ['one', '{"apiKey":"a","apiKey":"a"}', ['apiKey']],
    ['one in a list of one', ' [ {"apiKey":1, "x":[], "apiKey" : 2} ]', ['apiKey']],
    ['one that is written with an escape', '{"apiKey":"a","api\\u004bey":"b"}', ['apiKey']],
    ['two', '{"mapId":1,"orgId":1,"orgId":1,"mapId":1}', ['orgId', 'mapId']],
    ['not the same name further inside', '{"apiKey":"a","x":{"apiKey":"b","y":[{"apiKey":"c"}]}}', []],
    ['not a value', '{"apiKey":"apiKey","x":"\\"apiKey\\":"}', []],
    ['not another name', '{"x":1,"x":2}', []],
    ['not a prototype', '{"__proto__":1,"__proto__":2}', []],
  ])('%s', (_, text, repeated) => {
    expect(repeatedNames(text, NAMES)).toEqual(repeated);
  });

  it('are never found in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...NAMES, 'x'), fc.jsonValue()), (object) => {
        expect(repeatedNames(JSON.stringify(object), NAMES)).toEqual([]);
        expect(repeatedNames(JSON.stringify([object]), NAMES)).toEqual([]);
      }),
    );
  });
});
