import { readCookie, writeCookie } from './cookies.js';

describe('cookies', () => {
  it('on https belong to this very host, and to no script', () => {
    expect(writeCookie('session', 'a b', { secure: true, maxAgeSeconds: 60 })).toBe(
      '__Host-session=a%20b; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60',
    );
  });

  it('are taken away with an age of nothing', () => {
    expect(writeCookie('flash', null, { secure: false })).toBe(
      'flash=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    );
  });

  it.each([
    ['session=a', false, 'a'],
    ['x=1; session=a%20b', false, 'a b'],
    ['session=a', true, null],
    ['__Host-session=a', true, 'a'],
    ['xsession=a', false, null],
    ['session=%', false, null],
    [undefined, false, null],
  ])('%j read with secure=%s is %j', (header, secure, value) => {
    expect(readCookie(header, 'session', secure)).toBe(value);
  });
});
