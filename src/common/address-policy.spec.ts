import * as fc from 'fast-check';
import { forbiddenBlock, isLocalhost, judgeTarget, literalAddress } from './address-policy.js';

/** First and last address of each block, and what stands just outside where that is public. */
const FORBIDDEN: readonly (readonly [string, string])[] = [
  ['0.0.0.0', 'this host'],
  ['0.255.255.255', 'this host'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.0', 'carrier-grade NAT'],
  ['100.100.100.200', 'carrier-grade NAT'],
  ['100.127.255.255', 'carrier-grade NAT'],
  ['127.0.0.0', 'loopback'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.255', 'loopback'],
  ['168.63.129.16', 'cloud metadata'],
  ['169.254.0.0', 'link-local'],
  ['169.254.169.254', 'link-local'],
  ['169.254.255.255', 'link-local'],
  ['172.16.0.0', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.0', 'reserved'],
  ['192.0.0.192', 'reserved'],
  ['192.0.2.0', 'documentation'],
  ['192.0.2.255', 'documentation'],
  ['192.31.196.1', 'reserved'],
  ['192.52.193.1', 'reserved'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.0.0', 'private'],
  ['192.168.255.255', 'private'],
  ['192.175.48.1', 'reserved'],
  ['198.18.0.0', 'benchmarking'],
  ['198.19.255.255', 'benchmarking'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.7', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['::', 'IPv4 inside IPv6'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'IPv4 inside IPv6'],
  ['::7f00:1', 'IPv4 inside IPv6'],
  ['::8.8.8.8', 'IPv4 inside IPv6'],
  ['::ffff:127.0.0.1', 'IPv4 inside IPv6'],
  ['::ffff:7f00:1', 'IPv4 inside IPv6'],
  ['::ffff:8.8.8.8', 'IPv4 inside IPv6'],
  ['::ffff:0:127.0.0.1', 'IPv4 inside IPv6'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b::169.254.169.254', 'NAT64'],
  ['64:ff9b:1::a00:1', 'NAT64'],
  ['100::1', 'reserved'],
  ['2001::1', 'Teredo'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
  ['2001:2::1', 'reserved'],
  ['2001:4:112::1', 'reserved'],
  ['2001:10::1', 'reserved'],
  ['2001:20::1', 'reserved'],
  ['2001:1ff:ffff::1', 'reserved'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::1', '6to4'],
  ['2002:808:808::1', '6to4'],
  ['2620:4f:8000::1', 'reserved'],
  ['3fff::1', 'documentation'],
  ['4000::1', 'reserved'],
  ['5f00::1', 'reserved'],
  ['1fff:ffff::1', 'reserved'],
  ['fc00::1', 'private'],
  ['fd00:ec2::254', 'private'],
  ['fdff:ffff::1', 'private'],
  ['fe00::1', 'reserved'],
  ['fe80::1', 'link-local'],
  ['febf::1', 'link-local'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['2606:4700::5efe:10.0.0.1', 'IPv4 inside IPv6'],
  ['2606:4700::200:5efe:7f00:1', 'IPv4 inside IPv6'],
];

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '3ffe:ffff::1',
];

const NOT_CANONICAL = [
  '',
  'localhost',
  '0x7f000001',
  '017700000001',
  '2130706433',
  '127.1',
  '0177.0.0.1',
  '127.0.0.01',
  '8.8.8.8 ',
  '8.8.8.8/32',
  '8.8.8.8:80',
  '256.1.1.1',
  '1.2.3',
  'fe80::1%eth0',
  '2606:4700::1%1',
  '[2606:4700::1]',
  '2606:4700:::1',
  '１.1.1.1',
];

describe('the address policy', () => {
  it.each(FORBIDDEN)('%s is forbidden: %s', (address, block) => {
    expect(forbiddenBlock(address)).toBe(block);
  });

  it.each(PUBLIC)('%s is public', (address) => {
    expect(forbiddenBlock(address)).toBeNull();
  });

  it.each(NOT_CANONICAL)('what is no canonical address is refused: %j', (text) => {
    expect(forbiddenBlock(text)).toBe('not an IP address');
  });

  it('no IPv4 address, public or not, gets through in an IPv6 coat', () => {
    const coats = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2606:4700::5efe:'];
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom(...coats), (address, coat) => {
        expect(forbiddenBlock(coat + address)).not.toBeNull();
      }),
    );
  });

  it('of IPv6 only 2000::/3 can be public', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const firstGroup = parseInt(/^[0-9a-f]+/i.exec(address)?.[0] ?? '0', 16);
        fc.pre(firstGroup < 0x2000 || firstGroup > 0x3fff);
        expect(forbiddenBlock(address)).not.toBeNull();
      }),
    );
  });
});

/** Every way of writing 127.0.0.1 or ::1 that a URL parser takes, and a few that it does not. */
const LOOPBACK_URLS = [
  'https://127.0.0.1/',
  'https://127.0.0.1:8443/x',
  'https://127.1/',
  'https://127.0.1/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0X7F.1/',
  'https://017700000001/',
  'https://0177.0.0.01/',
  'https://2130706433/',
  'https://127.0.0.1./',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://１２７.0.0.1/',
  'https://%31%32%37.0.0.1/',
  'https:///127.0.0.1/',
  'https:127.0.0.1/',
  'https:\\\\127.0.0.1\\',
  'https://127.0.0.1\\@example.com/',
  'https://127.0.0.1#@example.com/',
  'https://127.0.0.1?@example.com/',
  '  https://127.0.0.1/  ',
  'ht\ntps://127.0.0.1/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[2002:7f00:1::]/',
  'https://0/',
  'https://0.0.0.0/',
  'https://[::]/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://a.b.localhost/',
  'https://ｌｏｃａｌｈｏｓｔ/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0xa9fea9fe/',
  'https://2852039166/',
];

describe('judging a URL before its name is resolved', () => {
  it.each(LOOPBACK_URLS)('%j is refused for its address', (text) => {
    expect(judgeTarget(text, false)).toMatchObject({ ok: false, error: 'address_forbidden' });
  });

  it.each([
    ['http://example.com/', 'scheme_forbidden', 'must begin with https://'],
    ['ftp://example.com/', 'scheme_forbidden', 'must begin with https://'],
    ['file:///etc/passwd', 'invalid_request', 'not a URL'],
    ['javascript:alert(1)', 'invalid_request', 'not a URL'],
    ['//example.com/', 'invalid_request', 'not a URL'],
    ['example.com', 'invalid_request', 'not a URL'],
    ['https://', 'invalid_request', 'not a URL'],
    ['https://exa mple.com/', 'invalid_request', 'not a URL'],
    ['https://[fe80::1%25eth0]/', 'invalid_request', 'not a URL'],
    ['https://example.com:65536/', 'invalid_request', 'not a URL'],
    ['', 'invalid_request', 'not a URL'],
    ['https://user@example.com/', 'invalid_request', 'must not hold a user name or password'],
    ['https://:secret@example.com/', 'invalid_request', 'must not hold a user name or password'],
    ['https://example.com@127.0.0.1/', 'invalid_request', 'must not hold a user name or password'],
  ])('%j is refused as %s: %s', (text, error, message) => {
    expect(judgeTarget(text, false)).toEqual({ ok: false, error, message });
  });

  it('says which block an address belongs to, and not which address a name has', () => {
    expect(judgeTarget('https://10.0.0.1/', false)).toEqual({
      ok: false,
      error: 'address_forbidden',
      message: 'must be a public address (private)',
    });
  });

  it.each(['https://example.com/hook?x=1', 'https://8.8.8.8/', 'https://[2606:4700::1]:8443/'])(
    '%s passes',
    (text) => {
      expect(judgeTarget(text, false)).toEqual({ ok: true, url: new URL(text) });
    },
  );

  it.each(['http://127.0.0.1:3000/', 'http://localhost/', 'https://10.0.0.1/', 'http://[::1]/'])(
    'the development setting lets %s through',
    (text) => {
      expect(judgeTarget(text, true)).toEqual({ ok: true, url: new URL(text) });
    },
  );

  it.each([
    ['ftp://127.0.0.1/', 'scheme_forbidden', 'must begin with https:// or http://'],
    ['http://u:p@127.0.0.1/', 'invalid_request', 'must not hold a user name or password'],
  ])('the development setting still refuses %s', (text, error, message) => {
    expect(judgeTarget(text, true)).toEqual({ ok: false, error, message });
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
    ['::1', '::1'],
    ['example.com', null],
    ['127.0.0.1.example.com', null],
  ])('the address in the host %s is %s', (host, address) => {
    expect(literalAddress(host)).toBe(address);
  });

  it.each([
    ['localhost', true],
    ['localhost.', true],
    ['app.localhost', true],
    ['notlocalhost', false],
    ['localhost.example.com', false],
  ])('%s is this host: %s', (host, local) => {
    expect(isLocalhost(host)).toBe(local);
  });
});
