import { readExtraHeaders } from './extra-headers.js';

const read = readExtraHeaders((name) => name === 'host');

describe('extra headers', () => {
  it('are given by names of any case', () => {
    expect(read({ 'X-Tenant': 'blue', Authorization: 'Bearer a b' })).toEqual({
      value: { 'x-tenant': 'blue', authorization: 'Bearer a b' },
    });
  });

  it.each([
    [null],
    [['x']],
    [{ host: 'a' }],
    [{ 'webhook-signature': 'v1,a' }],
    [{ 'content-type': 'text/plain' }],
    [{ 'x y': 'a' }],
    [{ 'x\r\ny': 'a' }],
    [{ x: 'a\r\nb: c' }],
    [{ x: '' }],
    [{ x: ' a' }],
    [{ x: 1 }],
    [{ x: 'ü' }],
    [{ x: 'a', X: 'b' }],
    [Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`x-${index}`, 'a']))],
  ])('are refused: %j', (headers) => {
    expect(read(headers)).toHaveProperty('issue');
  });
});
