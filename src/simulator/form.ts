import { RestFault } from './rest-fault.js';

/** A parsed form body or query: repeated names are lists. */
export type Form = Readonly<Record<string, unknown>>;

/** How the carrier shall call a URL. */
export interface Webhook {
  readonly url: string;
  readonly method: 'GET' | 'POST';
}

/** The words of a parameter that may be repeated, or hold several words in one value. */
export const words = (form: Form, name: string): string[] =>
  [form[name]]
    .flat()
    .filter((value) => typeof value === 'string')
    .flatMap((value) => value.split(/\s+/))
    .filter((word) => word !== '');

/** The text of a parameter; of a repeated one the last; undefined when it is missing or empty. */
export function text(form: Form, name: string): string | undefined {
  const value = [form[name]].flat().at(-1);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number within bounds. Throws 20001 for anything else. */
export function whole(form: Form, name: string, bounds: { from: number; to: number; or: number }): number {
  const value = text(form, name);
  if (value === undefined) return bounds.or;
  if (!/^\d{1,9}$/.test(value)) throw new RestFault(20001, name);
  const number = Number(value);
  if (number < bounds.from || number > bounds.to) throw new RestFault(20001, name);
  return number;
}

/** One of a closed set of words. Throws 20001 for anything else. */
export function oneOf<const W extends string>(form: Form, name: string, allowed: readonly W[], or: W): W {
  const value = text(form, name);
  if (value === undefined) return or;
  const found = allowed.find((word) => word === value);
  if (found === undefined) throw new RestFault(20001, name);
  return found;
}

export const flag = (form: Form, name: string): boolean => text(form, name)?.toLowerCase() === 'true';

/** An absolute http(s) URL; Twilio refuses a host with an underscore. */
export function isCallableUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return (protocol === 'http:' || protocol === 'https:') && !hostname.includes('_');
}

/** The webhook `name`, with its method in `<name>Method`; null when it is not set. Throws `fault` for a bad URL. */
export function webhook(
  form: Form,
  name: string,
  fault: 21205 | 21609,
  methodName = `${name}Method`,
): Webhook | null {
  const url = text(form, name);
  if (url === undefined) return null;
  if (!isCallableUrl(url)) throw new RestFault(fault, url);
  return { url, method: oneOf(form, methodName, ['GET', 'POST'], 'POST') };
}
