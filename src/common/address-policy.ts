import ipaddr from 'ipaddr.js';

/**
 * Addresses that no user-supplied URL may reach, and what each block is. IANA special-purpose registries
 * (RFC 6890 and its updates), multicast, and what the big clouds answer on inside a machine.
 */
const FORBIDDEN_BLOCKS = {
  '0.0.0.0/8': 'this host',
  '10.0.0.0/8': 'private',
  '100.64.0.0/10': 'carrier-grade NAT',
  '127.0.0.0/8': 'loopback',
  '168.63.129.16/32': 'cloud metadata', // Azure's host agent; public by number, local by nature
  '169.254.0.0/16': 'link-local', // also the metadata service of every big cloud
  '172.16.0.0/12': 'private',
  '192.0.0.0/24': 'reserved',
  '192.0.2.0/24': 'documentation',
  '192.31.196.0/24': 'reserved',
  '192.52.193.0/24': 'reserved',
  '192.88.99.0/24': '6to4 relay',
  '192.168.0.0/16': 'private',
  '192.175.48.0/24': 'reserved',
  '198.18.0.0/15': 'benchmarking',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '224.0.0.0/4': 'multicast',
  '240.0.0.0/4': 'reserved',
  '::1/128': 'loopback',
  '::ffff:0:0/96': 'IPv4 inside IPv6',
  '::ffff:0:0:0/96': 'IPv4 inside IPv6',
  '::/96': 'IPv4 inside IPv6', // ipaddr.js calls [::127.0.0.1] unicast
  '64:ff9b::/96': 'NAT64',
  '64:ff9b:1::/48': 'NAT64',
  'fc00::/7': 'private',
  'fe80::/10': 'link-local',
  'fec0::/10': 'site-local',
  'ff00::/8': 'multicast',
  '2001::/32': 'Teredo',
  '2001::/23': 'reserved', // benchmarking, ORCHID, AMT and other protocol assignments
  '2001:db8::/32': 'documentation',
  '2002::/16': '6to4',
  '2620:4f:8000::/48': 'reserved',
  '3fff::/20': 'documentation',
} as const;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const BLOCKS = Object.entries(FORBIDDEN_BLOCKS).map(([cidr, name]) => {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return { network, bits, name };
});

/** The one block of IPv6 from which public addresses are given out (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Why an IP address may not be dialled for a user-supplied URL, or null for a public one.
 * Takes the canonical text that a resolver or `URL` gives; anything else (octal, a zone id) is refused.
 */
export function forbiddenBlock(address: string): string | null {
  const parsed = parse(address);
  if (!parsed) return 'not an IP address';
  const block = BLOCKS.find(
    ({ network, bits }) => network.kind() === parsed.kind() && inBlock(parsed, network, bits),
  );
  if (block) return block.name;
  return parsed instanceof ipaddr.IPv6 ? forbiddenIPv6(parsed) : null;
}

function forbiddenIPv6(address: ipaddr.IPv6): string | null {
  if (!address.match(GLOBAL_UNICAST)) return 'reserved';
  // ISATAP (RFC 5214) tunnels to the IPv4 address in its interface id, whatever the prefix.
  const [high, low] = address.parts.slice(4, 6);
  return (high === 0 || high === 0x200) && low === 0x5efe ? 'IPv4 inside IPv6' : null;
}

function parse(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return !text.includes('%') && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null;
}

/** ipaddr.js types `match` per family; the kinds are equal here. */
function inBlock(address: Address, network: Address, bits: number): boolean {
  return address instanceof ipaddr.IPv4
    ? network instanceof ipaddr.IPv4 && address.match(network, bits)
    : network instanceof ipaddr.IPv6 && address.match(network, bits);
}

/** The IP address a URL's host is, in canonical text, or null for a name. `URL` has undone every odd notation. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return parse(bare) ? bare : null;
}

/** `localhost` and all below it mean this host, whatever a name server says (RFC 6761, section 6.3). */
export function isLocalhost(hostname: string): boolean {
  return /(^|\.)localhost\.?$/.test(hostname);
}

export type TargetVerdict =
  | { ok: true; url: URL }
  | { ok: false; error: 'invalid_request' | 'scheme_forbidden' | 'address_forbidden'; message: string };

const schemes = (allowPrivateTargets: boolean): string =>
  allowPrivateTargets ? 'https:// or http://' : 'https://';

/** What a form asks for where such a URL is missing. */
export const askForTarget = (allowPrivateTargets: boolean): string =>
  `Enter a URL that begins with ${schemes(allowPrivateTargets)}.`;

/**
 * What can be said about a user-supplied URL without resolving its name; for forms and before every request.
 * A name that passes may still resolve to a forbidden address: that is judged when the socket is opened.
 * `allowPrivateTargets` is the development setting that lets plain http and any address through.
 */
export function judgeTarget(text: string, allowPrivateTargets: boolean): TargetVerdict {
  const url = URL.parse(text);
  if (!url?.hostname) return refuse('invalid_request', 'not a URL');
  if (url.username || url.password) return refuse('invalid_request', 'must not hold a user name or password');
  if (url.protocol !== 'https:' && !(allowPrivateTargets && url.protocol === 'http:'))
    return refuse('scheme_forbidden', `must begin with ${schemes(allowPrivateTargets)}`);
  return allowPrivateTargets ? { ok: true, url } : judgeHost(url);
}

function judgeHost(url: URL): TargetVerdict {
  const literal = literalAddress(url.hostname);
  const block = isLocalhost(url.hostname) ? 'loopback' : literal && forbiddenBlock(literal);
  return block ? refuse('address_forbidden', notPublic(block)) : { ok: true, url };
}

/** The words for an address of a forbidden block. The address itself stays out: it may tell of the inner network. */
export function notPublic(block: string): string {
  return `must be a public address (${block})`;
}

function refuse(
  error: Extract<TargetVerdict, { ok: false }>['error'],
  message: string,
): Extract<TargetVerdict, { ok: false }> {
  return { ok: false, error, message };
}
