import * as fc from 'fast-check';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { formatWebhookSecret, TokenSigner, webhookHeaders } from './signing.js';

const OLD = formatWebhookSecret(Buffer.alloc(32, 1));
const NEW = formatWebhookSecret(Buffer.alloc(24, 2));
const FOREIGN = formatWebhookSecret(Buffer.alloc(32, 3));
const message = { id: 'msg_1', timestamp: new Date(), body: '{"type":"call.ended","name":"Zoë \u{1F600}"}' };

const verify = (secret: string, body: string, headers: Record<string, string>) =>
  new Webhook(secret).verify(body, headers);

describe('signing a webhook', () => {
  it('signs as the specification shows', () => {
    const headers = webhookHeaders(
      {
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestamp: new Date(1614265330_000),
        body: '{"test": 2432232314}',
      },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    );
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is verified by the public library, any text and any secret', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        fc.stringMatching(/^[\w-]{1,40}$/),
        (value, bytes, id) => {
          const secret = formatWebhookSecret(bytes);
          const body = JSON.stringify(value);
          const headers = webhookHeaders({ id, timestamp: new Date(), body }, [secret]);
          expect(verify(secret, body, headers)).toEqual(JSON.parse(body));
        },
      ),
    );
  });

  it('during a rotation receivers with either secret verify, others do not', () => {
    const headers = webhookHeaders(message, [NEW, OLD]);
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    expect(verify(OLD, message.body, headers)).toEqual(JSON.parse(message.body));
    expect(verify(NEW, message.body, headers)).toEqual(JSON.parse(message.body));
    expect(() => verify(FOREIGN, message.body, headers)).toThrow(WebhookVerificationError);
  });

  it.each([
    ['the body', {}, `${message.body} `],
    ['the id', { 'webhook-id': 'msg_2' }, message.body],
    ['the time', { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) }, message.body],
    ['the signature', { 'webhook-signature': `v1,${'A'.repeat(43)}=` }, message.body],
  ])('a change of %s is found', (_what, change, body) => {
    const headers = { ...webhookHeaders(message, [NEW]), ...change };
    expect(() => verify(NEW, body, headers)).toThrow(WebhookVerificationError);
  });

  it.each([0, 23, 65])('a secret of %d bytes is refused', (length) => {
    expect(() => formatWebhookSecret(new Uint8Array(length))).toThrow(RangeError);
  });

  it('a secret of another form is a fault, not a weak signature', () => {
    expect(() => webhookHeaders(message, ['secret'])).toThrow(TypeError);
  });
});

const KEY = 'c7f1a9d2e85b4036917fd2c8e0b3a6f54d1c92e87a03bf65';
const OTHER_KEY = '5f2e81c0d94b7a6385e1f07b2d94c6a8f31e05b7c82d96a4';
const keys = { current: KEY, previous: [] };

describe('tokens in URLs', () => {
  const signer = new TokenSigner(keys, 'recording');

  it('are the same at every call and fit into a URL as they are', () => {
    const token = signer.sign('org', 'call');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(signer.sign('org', 'call')).toBe(token);
    expect(signer.verify(token, 'org', 'call')).toBe(true);
  });

  it('are good for exactly the parts, the purpose and the key they were made with', () => {
    const strangers = [
      new TokenSigner(keys, 'callback'),
      new TokenSigner({ current: OTHER_KEY, previous: [] }, 'recording'),
    ];
    const anyParts = fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { maxLength: 4 });
    fc.assert(
      fc.property(anyParts, anyParts, (parts, others) => {
        const token = signer.sign(...parts);
        expect(signer.verify(token, ...parts)).toBe(true);
        expect(signer.verify(token, ...others)).toBe(JSON.stringify(parts) === JSON.stringify(others));
        for (const stranger of strangers) expect(stranger.verify(token, ...parts)).toBe(false);
      }),
    );
  });

  it.each([
    [
      ['ab', 'c'],
      ['a', 'bc'],
    ],
    [['a', 'b'], ['a,b']],
    [['a'], ['a', '']],
    [[], ['']],
    [['"'], ['\\"']],
  ])('%j and %j are different parts', (parts, others) => {
    expect(signer.sign(...parts)).not.toBe(signer.sign(...others));
  });

  it('nothing but the token itself verifies', () => {
    const token = signer.sign('org');
    const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    for (const forged of ['', token.slice(1), `${token}=`, `${token}A`, flipped, `é${token.slice(1)}`])
      expect(signer.verify(forged, 'org')).toBe(false);
  });

  it('survive a rotation of SECRET_KEY until the old key is taken away', () => {
    const token = signer.sign('org');
    const rotated = new TokenSigner({ current: OTHER_KEY, previous: [KEY] }, 'recording');
    expect(rotated.verify(token, 'org')).toBe(true);
    expect(rotated.sign('org')).not.toBe(token);
    expect(new TokenSigner({ current: OTHER_KEY, previous: [] }, 'recording').verify(token, 'org')).toBe(
      false,
    );
  });
});
