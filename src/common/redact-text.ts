/** What stands where a secret stood. */
export const REDACTED = '[redacted]';

/** Longer texts are cut: a log line is no place for a document, and the work per text stays bounded. */
const MAX_LENGTH = 8192;

const SECRET_PART =
  /apikey|secret|password|passwd|passphrase|signature|credential|cookie|authorization|(private|signing|encryption)key|jwt|(token|csrf|otp)$/;
/** What is known about a secret without being it: `api_key_id`, `password_changed_at`, `token_type`. */
const ABOUT_A_SECRET = /(id|ids|at|count|type|kind|name|valid|version)$/;

/** Whether a field, header or parameter of this name holds a secret: `x-api-key`, `apiKey`, `authToken` … */
export function isSecretName(name: string): boolean {
  const folded = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return SECRET_PART.test(folded) && !ABOUT_A_SECRET.test(folded);
}

const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;

/** What is never a phone number, though it may look like one; tried first at every place. */
const NOT_A_PHONE = [
  String.raw`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`, // UUID
  String.raw`\b[A-Z]{2}[0-9a-f]{32}\b`, // a carrier's id
  String.raw`\b(?=\d*[a-f])(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})\b`, // hashes, trace ids
  String.raw`\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?!\d)`, // ISO 8601
  String.raw`\b(?:${OCTET}\.){3}${OCTET}\b(?!\.?\d)(?::\d{1,5}\b)?`, // IPv4, with a port
].join('|');

/** Nine digits or more with what people write between them; seven after a plus. */
const PHONE = String.raw`\+(?:[ ().\-/]{0,3}\d){7,}|\(?\d(?:[ ().\-/]{0,3}\d){8,}`;

/** A name before its value, as in a header, a form or JSON, quoted inside quotes as well. */
const NAME = /(?<![\w-])([\w-]+)(?:\\*["'])?\s{0,3}[:=]\s{0,3}/g;

/** The value: up to the quote that ends it, escaped as often as the one that began it, or a bare word. */
const VALUE = /(\\*)"[^]*?(?:(?<!\\)\1"|$)|'[^']*(?:'|$)|(?:(?:Bearer|Basic|Digest) +)?[^\s,;&"'}]*/iy;

/** What is cut out of a text, in this order; the second part gets the match and its groups. */
const RULES: readonly (readonly [RegExp, (match: string, ...groups: string[]) => string])[] = [
  [/vap_(live|intake)_\w*/gi, (_, kind) => `vap_${kind}_${REDACTED}`],
  [/whsec_[\w+/=-]*/gi, () => `whsec_${REDACTED}`],
  [/\b(Bearer|Basic|Digest) +[\w.~+/=:-]+/gi, (_, scheme) => `${scheme} ${REDACTED}`],
  [/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, () => REDACTED], // a JSON Web Token
  [/\bsk-[\w-]{16,}/g, () => REDACTED], // a key of a language model service
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*-----)?/g, () => REDACTED],
  [/(?<=:\/\/)[^/\s"']*@/g, () => `${REDACTED}@`], // user and password of a URL
  [/(?<=[^\s?])\?[^\s"'<>]+/g, () => '?…'], // the query of a URL, absolute or not
  [/[\w.+%-]{1,64}@(?=[\w-]+\.[a-z])/gi, () => '***@'], // an e-mail address
  [new RegExp(`(${NOT_A_PHONE})|${PHONE}`, 'gi'), (match, kept) => kept ?? maskPhone(match)],
];

/** Without one of these there is nothing that any rule would cut: most answers of receivers are such texts. */
const SUSPICIOUS = /[:=_.?@\d-]|bearer|basic|digest/i;

/**
 * A text as a log may hold it: no keys, passwords or query strings, phone numbers and e-mail addresses masked.
 * Rather too much than too little is taken out; UUIDs, instants and IP addresses stay.
 */
export function redactText(text: string): string {
  if (text.length <= MAX_LENGTH && !SUSPICIOUS.test(text)) return text;
  let rest = blankNamedValues(text.length > MAX_LENGTH ? cut(text) : text);
  for (const [pattern, replacement] of RULES) rest = rest.replace(pattern, replacement);
  return rest;
}

/** Runs first: a secret may hold anything, also what another rule would take a quote away from. */
function blankNamedValues(text: string): string {
  let blanked = '';
  let done = 0;
  for (const { 0: match, 1: name = '', index } of text.matchAll(NAME)) {
    if (index < done || !isSecretName(name)) continue;
    VALUE.lastIndex = index + match.length;
    blanked += text.slice(done, VALUE.lastIndex) + REDACTED;
    VALUE.exec(text);
    done = VALUE.lastIndex;
  }
  return blanked + text.slice(done);
}

/** Cuts before the last word, so that no half of a secret stays that its rule would not know. */
function cut(text: string): string {
  return `${text.slice(0, MAX_LENGTH).replace(/\S{1,256}$/, '')}…`;
}

/** `+13125550123` as `+1******0123`: enough to recognize a number one knows. Of a short one only two digits. */
export function maskPhone(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  const country = text.startsWith('+1') ? '+1' : text.startsWith('+') ? '+' : '';
  return `${country}******${digits.slice(digits.length < 10 ? -2 : -4)}`;
}
