import twilio from 'twilio';
import { isSigned, isSignedUpgrade, verifiedParams } from './twilio-signature.js';

const TOKEN = '12345';
const ACCOUNT = 'AC00000000000000000000000000000001';
const rules = { publicBaseUrl: 'https://example.com', authTokens: [TOKEN], accountSid: ACCOUNT };
const PATH = '/carrier/status/1?attempt=x%20y';

type Param = [name: string, value: string];
const PARAMS: Param[] = [
  ['CallSid', 'CA1'],
  ['AccountSid', ACCOUNT],
  ['ToCity', ''],
  ['FromCity', 'Åre & Ööö'],
  ['SomethingNew[0]', ' kept as is '],
  ['Twice', 'b'],
  ['Twice', 'a'],
];

const encode = (params: Param[]) => new URLSearchParams(params).toString();

/** Signed by the official SDK, which is what Twilio's own servers are compatible with. */
function signed(params: Param[], path = PATH, token = TOKEN, base = rules.publicBaseUrl) {
  const grouped = Object.fromEntries(
    params.map(([name]) => [name, params.filter(([other]) => other === name).map(([, value]) => value)]),
  );
  const signature = twilio.getExpectedTwilioSignature(token, base + path, grouped);
  return { originalUrl: path, headers: { 'x-twilio-signature': signature }, rawBody: encode(params) };
}

describe('a callback signature', () => {
  it('of Twilio’s published example holds', () => {
    const body: Param[] = [
      ['CallSid', 'CA1234567890ABCDE'],
      ['Caller', '+14158675310'],
      ['Digits', '1234'],
      ['From', '+14158675310'],
      ['To', '+18005551212'],
    ];
    const url = 'https://example.com/myapp.php?foo=1&bar=2';
    expect(isSigned(url, new URLSearchParams(body), 'L/OH5YylLD5NRKLltdqwSvS0BnU=', [TOKEN])).toBe(true);
    expect(isSigned(url, new URLSearchParams(body), 'M/OH5YylLD5NRKLltdqwSvS0BnU=', [TOKEN])).toBe(false);
  });

  it('covers empty, repeated, unknown and non-ASCII parameters, from text or bytes', () => {
    const request = signed(PARAMS);
    const expected = { ...Object.fromEntries(PARAMS), Twice: 'a' };
    expect(verifiedParams(request, rules)).toEqual(expected);
    expect(verifiedParams({ ...request, rawBody: new TextEncoder().encode(request.rawBody) }, rules)).toEqual(
      expected,
    );
  });

  it.each<[string, Param[]]>([
    ['a value was changed', [...PARAMS.slice(1), ['CallSid', 'CA2']]],
    ['a parameter was removed', PARAMS.slice(1)],
    ['an empty parameter was removed', PARAMS.filter(([name]) => name !== 'ToCity')],
    ['an empty parameter was added', [...PARAMS, ['FromZip', '']]],
    ['a value was trimmed', PARAMS.map(([name, value]) => [name, value.trim()])],
    ['a repeated value was dropped', PARAMS.slice(0, -1)],
  ])('is refused when %s', (_, tampered) => {
    expect(verifiedParams({ ...signed(PARAMS), rawBody: encode(tampered) }, rules)).toBeNull();
  });

  it.each([
    ['another path', { originalUrl: '/carrier/status/2?attempt=x%20y' }],
    ['another query', { originalUrl: '/carrier/status/1?attempt=z' }],
    ['no query', { originalUrl: '/carrier/status/1' }],
    ['an absolute request target', { originalUrl: 'http://example.com/carrier/status/1' }],
    ['an asterisk', { originalUrl: '*' }],
    ['no signature', { headers: {} }],
    ['an empty signature', { headers: { 'x-twilio-signature': '' } }],
    ['two signatures', { headers: { 'x-twilio-signature': ['a', 'b'] } }],
    ['a short signature', { headers: { 'x-twilio-signature': 'AAAA' } }],
    ['no body', { rawBody: undefined }],
    ['a body of JSON', { rawBody: '{"CallSid":"CA1"}' }],
  ])('is refused with %s', (_, change) => {
    expect(verifiedParams({ ...signed(PARAMS), ...change }, rules)).toBeNull();
  });

  it('is refused when it was made for http instead of https', () => {
    expect(verifiedParams(signed(PARAMS, PATH, TOKEN, 'http://example.com'), rules)).toBeNull();
  });

  it('is refused when made with another token, and accepted with the previous one during a rotation', () => {
    const request = signed(PARAMS, PATH, 'old');
    expect(verifiedParams(request, rules)).toBeNull();
    expect(verifiedParams(request, { ...rules, authTokens: [TOKEN, 'old'] })).not.toBeNull();
  });

  it('of another account of the same token is refused', () => {
    const foreign = PARAMS.map(([name, value]): Param => [name, name === 'AccountSid' ? 'AC2' : value]);
    expect(verifiedParams(signed(foreign), rules)).toBeNull();
  });

  it('holds below a path prefix and on a port of its own', () => {
    const base = 'http://127.0.0.1:8080/voice';
    expect(
      verifiedParams(signed(PARAMS, PATH, TOKEN, base), { ...rules, publicBaseUrl: base }),
    ).not.toBeNull();
  });

  it('treats __proto__ as a plain parameter', () => {
    const request = signed([...PARAMS, ['__proto__', 'x']]);
    expect(Object.keys(verifiedParams(request, rules) ?? {})).toContain('__proto__');
  });
});

describe('the signature of a socket that is opened', () => {
  const SOCKET = '/voice/relay/org/call/token';
  const upgrade = (signed: string, token = TOKEN, originalUrl = SOCKET) => ({
    originalUrl,
    headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(token, signed, {}) },
  });

  it.each([
    ['the very address', `wss://example.com${SOCKET}`, SOCKET],
    ['the address with a slash at the end', `wss://example.com${SOCKET}/`, SOCKET],
    ['the address without its slash at the end', `wss://example.com${SOCKET}`, `${SOCKET}/`],
  ])('holds over %s', (_, signed, asked) => {
    expect(isSignedUpgrade(upgrade(signed, TOKEN, asked), rules)).toBe(true);
  });

  it.each([
    ['another path', `wss://example.com/voice/relay/org/other/token`],
    ['the address of a page', `https://example.com${SOCKET}`],
    ['an address without TLS', `ws://example.com${SOCKET}`],
    ['another host', `wss://evil.example${SOCKET}`],
    ['an address with a query', `wss://example.com${SOCKET}?a=b`],
  ])('is refused over %s', (_, signed) => {
    expect(isSignedUpgrade(upgrade(signed), rules)).toBe(false);
  });

  it('is refused when there is none, or two, or the request target is no path', () => {
    expect(isSignedUpgrade({ originalUrl: SOCKET, headers: {} }, rules)).toBe(false);
    const twice = { 'x-twilio-signature': ['a', 'b'] };
    expect(isSignedUpgrade({ originalUrl: SOCKET, headers: twice }, rules)).toBe(false);
    expect(isSignedUpgrade(upgrade(`wss://example.com${SOCKET}`, TOKEN, '*'), rules)).toBe(false);
  });

  it('is accepted with the previous token while it is being rotated, and below a path prefix', () => {
    const request = upgrade(`ws://127.0.0.1:8080/prefix${SOCKET}`, 'old');
    const publicBaseUrl = 'http://127.0.0.1:8080/prefix';
    expect(isSignedUpgrade(request, { publicBaseUrl, authTokens: [TOKEN, 'old'] })).toBe(true);
    expect(isSignedUpgrade(request, { publicBaseUrl, authTokens: [TOKEN] })).toBe(false);
  });
});
