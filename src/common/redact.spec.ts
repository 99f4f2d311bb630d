import * as fc from 'fast-check';
import { redact } from './redact.js';
import { isSecretName, maskPhone, redactText } from './redact-text.js';

const KEY = 'vap_live_01935e8a7c4b7def8123456789abcdef_1fJjkkpe9PiTw9KSulA8Ghct30vZz4HpdQ5c5b9cPF13j8cEe';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

describe('a text in the log', () => {
  it.each([
    // our own keys
    [`bad key ${KEY}!`, 'bad key vap_live_[redacted]!'],
    [KEY.replace('live', 'intake'), 'vap_intake_[redacted]'],
    [KEY.toUpperCase(), 'vap_LIVE_[redacted]'],
    ['signed with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==', 'signed with whsec_[redacted]'],
    // others' keys
    ['Authorization: Bearer abc.def-123', 'Authorization: [redacted]'],
    ['got Basic dXNlcjpwYXNz from it', 'got Basic [redacted] from it'],
    [`jwt was ${JWT}`, 'jwt was [redacted]'],
    ['key sk-proj-abcdefghijklmnop1234 refused', 'key [redacted] refused'],
    ['-----BEGIN EC PRIVATE KEY-----\nMHcCAQ\n-----END EC PRIVATE KEY-----', '[redacted]'],
    // URLs
    ['GET /api/calls?apiKey=x&phone_number=%2B13125550100 200', 'GET /api/calls?… 200'],
    ['"https://h.example.com/a?b=c#d" failed', '"https://h.example.com/a?…" failed'],
    ['https://h.example.com/a??b', 'https://h.example.com/a?…'],
    ['postgres://app:p@ss@db:5432/app', 'postgres://[redacted]@db:5432/app'],
    ['wss://h.example.com/voice/relay', 'wss://h.example.com/voice/relay'],
    ['what now? go on', 'what now? go on'],
    // names with values
    ['password=hunter2&x=1', 'password=[redacted]&x=1'],
    ['{"apiKey":"abc","name":"Ada"}', '{"apiKey":[redacted],"name":"Ada"}'],
    ['{"password":"two words \\" more"}', '{"password":[redacted]}'],
    ['{"password":"never closed and long', '{"password":[redacted]'],
    ['{\\"password\\":\\"two words\\",\\"a\\":1}', '{\\"password\\":[redacted],\\"a\\":1}'],
    ['{\\"password\\":\\"a\\\\\\"b c\\",\\"d\\":1}', '{\\"password\\":[redacted],\\"d\\":1}'],
    ["auth_token: 'it is this', then", 'auth_token: [redacted], then'],
    ['X-Twilio-Signature: abc=', 'X-Twilio-Signature: [redacted]'],
    ['Set-Cookie: sid=1; Path=/', 'Set-Cookie: [redacted]; Path=/'],
    ['llm_tokens=512 max_tokens: 4096', 'llm_tokens=512 max_tokens: 4096'],
    ['token_type=x api_key_id=7', 'token_type=x api_key_id=7'],
    // phone numbers
    ['to +13125550123 from +442079460958', 'to +1******0123 from +******0958'],
    ['(312) 555-0123', '******0123'],
    ['1-312-555-0123 or 312.555.0123', '******0123 or ******0123'],
    ['+1 (312) 555 0123', '+1******0123'],
    ['+49 (0) 30 / 12 34 56', '+******3456'],
    ['tel:3125550123;ext=5', 'tel:******0123;ext=5'],
    ['call3125550123now', 'call******0123now'],
    ['3125550123 3125550199', '******0199'],
    ['01.23.45.67.89', '******6789'],
    ['442.079.460.958', '******0958'],
    ['%2B13125550123', '%2B******0123'],
    ['"phone":13125550123', '"phone":******0123'],
    // e-mail addresses
    ['mail ada.l+x@example.co.uk bounced', 'mail ***@example.co.uk bounced'],
    // what a log needs
    ['call 01935e8a-7c4b-7def-8123-456789abcdef', 'call 01935e8a-7c4b-7def-8123-456789abcdef'],
    ['00000000-0000-7000-8000-000000000000', '00000000-0000-7000-8000-000000000000'],
    ['CA0123456789abcdef0123456789abcdef', 'CA0123456789abcdef0123456789abcdef'],
    ['trace 4bf92f3577b34da6a3ce929d0e0e4736', 'trace 4bf92f3577b34da6a3ce929d0e0e4736'],
    ['2026-01-15T10:30:00.000Z', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15 10:30:00.123456+00:00 up', '2026-01-15 10:30:00.123456+00:00 up'],
    ['2026-01-15 2026-01-16', '2026-01-15 2026-01-16'],
    ['127.0.0.1:54321 192.168.100.100', '127.0.0.1:54321 192.168.100.100'],
    ['took 12345 ms, 50 of 100000', 'took 12345 ms, 50 of 100000'],
    ['12345678', '12345678'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  it.each([
    ['+13125550123', '+1******0123'],
    ['+13', '+1******13'],
    ['5550123', '******23'],
    ['', '******'],
  ])('the phone number %j is shown as %j', (phone, masked) => {
    expect(maskPhone(phone)).toBe(masked);
  });

  it.each([
    ['x-api-key', true],
    ['apiKey', true],
    ['api_key', true],
    ['intake_api_key', true],
    ['Authorization', true],
    ['proxy-authorization', true],
    ['Cookie', true],
    ['set-cookie', true],
    ['token', true],
    ['csrf_token', true],
    ['authToken', true],
    ['TWILIO_AUTH_TOKEN', true],
    ['SECRET_KEY_PREVIOUS', true],
    ['client_secret', true],
    ['password', true],
    ['newPassword', true],
    ['passphrase', true],
    ['webhook-signature', true],
    ['x-twilio-signature', true],
    ['privateKey', true],
    ['otp', true],
    ['tokens', false],
    ['llm_tokens', false],
    ['api_key_id', false],
    ['password_changed_at', false],
    ['idempotency_key', false],
    ['key', false],
    ['author', false],
    ['status', false],
    ['', false],
  ])('a field named %j holds a secret: %s', (name, secret) => {
    expect(isSecretName(name)).toBe(secret);
  });

  it('a long text is cut, and no half of a secret stays at the cut', () => {
    for (let shift = 0; shift < 120; shift += 5) {
      const text = `${'word '.repeat(1620)}${'x'.repeat(shift)} token=${'C'.repeat(60)} ${'y '.repeat(400)}`;
      const redacted = redactText(text);
      expect(redacted.length).toBeLessThanOrEqual(8193);
      expect(redacted).not.toContain('CCC');
    }
  });

  const hostile = [
    'a',
    '-',
    '?',
    '"',
    '\\',
    '\\"',
    '(',
    '1 ',
    '+1',
    '1.',
    '{"token":"',
    'a=',
    'a@',
    '://',
    'eyJ',
  ];
  it.each(hostile)('a text of nothing but %j is no denial of service', (part) => {
    const text = part.repeat(8192 / part.length);
    expect(redactText(text).length).toBeLessThanOrEqual(text.length * 6);
  });
});

describe('an object in the log', () => {
  const circle: Record<string, unknown> = { name: 'circle' };
  circle.self = circle;
  it.each([
    [
      { apiKey: 'abc', name: 'Ada' },
      { apiKey: '[redacted]', name: 'Ada' },
    ],
    [{ headers: { 'X-Api-Key': 'abc', host: 'h' } }, { headers: { 'X-Api-Key': '[redacted]', host: 'h' } }],
    [{ secret: { nested: 'abc' } }, { secret: '[redacted]' }],
    [{ secrets: ['abc'] }, { secrets: '[redacted]' }],
    [
      { password: null, token: undefined },
      { password: null, token: undefined },
    ],
    [
      { signature_valid: true, token: 42 },
      { signature_valid: true, token: '[redacted]' },
    ],
    [
      ['x-api-key', 'abc', 'host', 'h'],
      ['x-api-key', '[redacted]', 'host', 'h'],
    ],
    [[{ name: 'authorization', value: 'abc' }], [{ name: 'authorization', value: '[redacted]' }]],
    [[{ name: 'accept', value: 'abc' }], [{ name: 'accept', value: 'abc' }]],
    [
      { a: { b: { c: { d: { e: { f: { g: { h: {} } } } } } } } },
      { a: { b: { c: { d: { e: { f: { g: { h: '[cut]' } } } } } } } },
    ],
    [{ phone: 13125550123 }, { phone: '******0123' }],
    [{ phoneNumber: '555-0123' }, { phoneNumber: '******23' }],
    [
      { phone_number_id: '01935e8a-7c4b-7def-8123-456789abcdef' },
      { phone_number_id: '01935e8a-7c4b-7def-8123-456789abcdef' },
    ],
    [
      { duration_ms: 13125550123, ok: true, none: null },
      { duration_ms: 13125550123, ok: true, none: null },
    ],
    [{ url: new URL('https://h.example.com/a?b=c') }, { url: 'https://h.example.com/a?…' }],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Date(NaN), 'Invalid Date'],
    [Buffer.from('abc'), '[3 bytes]'],
    [new Map<unknown, unknown>([['token', 'abc'], [1, 'x']]), { token: '[redacted]', 1: 'x' }], // prettier-ignore
    [new Set(['+13125550123']), ['+1******0123']],
    [13125550123n, '******0123'],
    [
      { run: () => 1, tag: Symbol('x') },
      { run: undefined, tag: undefined },
    ],
    [{ [KEY]: 1 }, { 'vap_live_[redacted]': 1 }],
    ['+13125550123', '+1******0123'],
    [null, null],
    [undefined, undefined],
    [7, 7],
  ])('%p becomes %p', (value, expected) => {
    expect(redact(value)).toEqual(expected);
  });

  it('an error keeps what helps to find the fault', () => {
    const cause = new Error('no route to +13125550123');
    const error = Object.assign(new TypeError('GET /x?apiKey=abc failed', { cause }), {
      code: 'E1',
      token: 'abc',
    });
    expect(redact(error)).toMatchObject({
      name: 'TypeError',
      message: 'GET /x?… failed',
      stack: expect.stringContaining('redact.spec'),
      code: 'E1',
      token: '[redacted]',
      cause: { name: 'Error', message: 'no route to +1******0123' },
    });
  });

  it('a thing that cannot be read does no harm', () => {
    const trap = {
      get boom() {
        throw new Error('no');
      },
    };
    expect(redact({ trap, ok: 1 })).toEqual({ trap: '[unreadable]', ok: 1 });
  });

  it('a __proto__ field stays data', () => {
    const redacted = redact(JSON.parse('{"__proto__":{"admin":true}}'));
    expect(Object.getPrototypeOf(redacted)).toBe(Object.prototype);
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"admin":true}}');
  });

  it('does not change what it was given', () => {
    const given = { token: 'abc', list: ['+13125550123'] };
    redact(given);
    expect(given).toEqual({ token: 'abc', list: ['+13125550123'] });
  });

  it('a circle, a deep, a wide and a long thing come out small', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 10_000; level++) deep = { deep };
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, index]));
    let bush: unknown = 'x'.repeat(1000);
    for (let level = 0; level < 7; level++) bush = Array.from({ length: 100 }, () => bush);
    for (const value of [circle, deep, wide, bush, 'x '.repeat(1e6)])
      expect(JSON.stringify(redact(value)).length).toBeLessThan(100_000);
  });
});

describe('a planted secret', () => {
  // In no other text: letters of one case only, which nothing around it uses.
  const CANARY = 'QZXWQZXWQZXW';
  const PHONES = ['+13125550142', '(312) 555-0142', '312-555-0142', '13125550142', '+1 312 555 0142'];
  const secretNames = fc.constantFrom(
    'apiKey',
    'api_key',
    'x-api-key',
    'Authorization',
    'cookie',
    'token',
    'client_secret',
    'password',
    'X-Twilio-Signature',
  );
  const around = fc.string({
    unit: fc.constantFrom(...Array.from('abc 019"\'\\{}[]:,;&=?/@.-+é\n')),
    maxLength: 30,
  });
  const leaf = fc.oneof(around, fc.integer(), fc.boolean(), fc.constant(null));

  /** Wraps a value into lists and objects with harmless names. */
  const wrapped = (core: fc.Arbitrary<unknown>) =>
    fc
      .tuple(
        core,
        fc.array(fc.tuple(fc.constantFrom('list', 'field', 'first', 'error'), leaf), { maxLength: 4 }),
      )
      .map(([value, layers]) =>
        layers.reduce<unknown>((inner, [kind, other]) => {
          if (kind === 'list') return [other, inner];
          if (kind === 'first') return { inner, other };
          if (kind === 'error') return Object.assign(new Error(String(other)), { inner });
          return { other, inner };
        }, value),
      );

  const planted: Record<string, fc.Arbitrary<unknown>> = {
    'in a field with a secret name': fc
      .tuple(secretNames, around, around)
      .map(([name, before, after]) => ({ [name]: before + CANARY + after })),
    'deeper below a secret name': fc
      .tuple(secretNames, wrapped(fc.constant(CANARY)))
      .map(([name, value]) => ({ [name]: value })),
    'in JSON inside a text': fc
      .tuple(around, secretNames, around, around)
      .map(
        ([text, name, before, after]) =>
          `${text} ${JSON.stringify({ a: 1, [name]: before + CANARY + after })}`,
      ),
    'in JSON inside JSON inside a text': fc
      .tuple(secretNames, around, around)
      .map(([name, before, after]) =>
        JSON.stringify({ body: JSON.stringify({ [name]: before + CANARY + after, b: 2 }) }),
      ),
    'in a query string': fc
      .tuple(around, fc.webPath(), fc.constantFrom('apiKey', 'q', 'phone'))
      .map(([text, path, name]) => `${text} https://h.example.com${path}?a=b&${name}=${CANARY}&c=d`),
    'in one of our keys': fc
      .tuple(around, fc.constantFrom('vap_live_0193_', 'vap_intake_0193_', 'whsec_'), around)
      .map(([before, prefix, after]) => `${before}${prefix}${CANARY} ${after}`),
    'in an authorization header': fc
      .tuple(around, fc.constantFrom('Bearer', 'Basic', 'bearer'))
      .map(([text, scheme]) => `${text} ${scheme} ${CANARY}`),
    'in the user part of a URL': around.map((text) => `${text} postgres://app:${CANARY}@db/app`),
    'in raw headers': fc.tuple(secretNames, leaf).map(([name, other]) => ['host', other, name, CANARY]),
  };

  it.each(Object.keys(planted))('%s never comes out', (where) => {
    fc.assert(
      fc.property(wrapped(planted[where] ?? fc.nat()), (value) => {
        expect(JSON.stringify(redact(value))).not.toContain(CANARY);
      }),
      { numRuns: 150 },
    );
  });

  it.each(PHONES)('the phone number %s never comes out', (phone) => {
    fc.assert(
      fc.property(wrapped(fc.tuple(around, around).map(([a, b]) => `${a} ${phone} ${b}`)), (value) => {
        const out = JSON.stringify(redact(value)).replaceAll(/[^\d]/g, '');
        expect(out).not.toContain('3125550142');
      }),
      { numRuns: 150 },
    );
  });
});
