import twilio from 'twilio';
import type { CallbackParams, CallbackRequest, UpgradeRequest } from './carrier-events.js';

export interface SignatureRules {
  /** Origin, and path prefix if there is one, under which Twilio reaches us, without a slash at the end. */
  publicBaseUrl: string;
  /** The account's auth tokens: the current one and, while it is being rotated, the previous one. */
  authTokens: readonly string[];
  /** Signed callbacks of another account are refused as well. */
  accountSid: string;
}

/**
 * The parameters of a form callback that Twilio signed for this very URL, else null.
 *
 * The URL is the configured public one, never what Host or X-Forwarded-* claim. The body is read here, from its raw
 * bytes, because the signature covers every parameter, also empty, repeated and unknown ones, and any other parser
 * may trim, nest or drop some. Comparison in constant time is the SDK's.
 * Source: https://www.twilio.com/docs/usage/security#validating-requests
 */
export function verifiedParams(request: CallbackRequest, rules: SignatureRules): CallbackParams | null {
  const signature = request.headers['x-twilio-signature'];
  // An absolute-form or asterisk request target cannot be appended to a base URL.
  if (typeof signature !== 'string' || !request.originalUrl.startsWith('/')) return null;
  const form = new URLSearchParams(decode(request.rawBody));
  const isGenuine = isSigned(rules.publicBaseUrl + request.originalUrl, form, signature, rules.authTokens);
  const params = Object.fromEntries(form);
  return isGenuine && params['AccountSid'] === rules.accountSid ? params : null;
}

/**
 * Whether Twilio opens this socket. It signs the address exactly as the document gave it, without parameters; whether
 * a slash at the end counts differs between its own descriptions, so the address with and without one is accepted.
 * Source: https://www.twilio.com/docs/usage/security#validating-signatures-on-websocket-connections
 */
export function isSignedUpgrade(
  { originalUrl, headers }: UpgradeRequest,
  { publicBaseUrl, authTokens }: Pick<SignatureRules, 'publicBaseUrl' | 'authTokens'>,
): boolean {
  const signature = headers['x-twilio-signature'];
  if (typeof signature !== 'string' || !originalUrl.startsWith('/')) return false;
  const url = socketUrl(publicBaseUrl, originalUrl).replace(/\/$/, '');
  const nothing = new URLSearchParams();
  return [url, `${url}/`].some((one) => isSigned(one, nothing, signature, authTokens));
}

/** The address of a socket: `wss` where the public address is `https`. */
export const socketUrl = (publicBaseUrl: string, path: string): string =>
  publicBaseUrl.replace(/^http/, 'ws') + path;

/** Whether one of the tokens made this signature over the URL and the whole form. */
export function isSigned(
  url: string,
  form: URLSearchParams,
  signature: string,
  authTokens: readonly string[],
): boolean {
  // Copied, because the SDK knows a list by `instanceof Array` and getAll() makes one of Node's own realm.
  const params = Object.fromEntries([...form.keys()].map((name) => [name, [...form.getAll(name)]]));
  return authTokens.some((token) => twilio.validateRequest(token, signature, url, params));
}

const decode = (body: CallbackRequest['rawBody']): string =>
  typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
