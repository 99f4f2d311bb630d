import { createHmac } from 'node:crypto';

/** Form parameters of a callback; the carrier never repeats a name. */
export type Params = Readonly<Record<string, string>>;

/** The URL that is requested: the fragment holds delivery settings and user:password becomes a header. */
export function requestedUrl(url: string): string {
  return url.replace(/#.*$/s, '').replace(/^(https?:\/\/)[^/?#@]*@/i, '$1');
}

/** The URL that is signed: the requested one, without the port on https (Twilio keeps it on http). */
export function signedUrl(url: string): string {
  return requestedUrl(url).replace(/^(https:\/\/(?:\[[^\]]*\]|[^/:?#]*)):\d+/i, '$1');
}

/**
 * `X-Twilio-Signature`: base64 of HMAC-SHA1, keyed with the auth token, over the URL followed by every posted
 * parameter's name and value, sorted by name (twilio.com/docs/usage/webhooks/webhooks-security).
 */
export function signature(authToken: string, url: string, params: Params): string {
  const data = Object.keys(params)
    .sort()
    .reduce((text, name) => text + name + params[name], signedUrl(url));
  return createHmac('sha1', authToken).update(data, 'utf8').digest('base64');
}
