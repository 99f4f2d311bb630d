import { isCallableUrl, type Webhook } from './form.js';
import type { XmlElement } from './xml.js';

/** A document that the carrier cannot carry out; `code` is Twilio's. */
export class TwimlFault extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** `loop`: how often; 0 means until somebody hangs up. */
export function readLoop(element: XmlElement): number {
  const times = seconds(element, 'loop', 1);
  return times === 0 ? Number.POSITIVE_INFINITY : times;
}

/** A whole number; what is none counts as the default, as Twilio does. */
export function seconds(element: XmlElement, name: string, fallback: number): number {
  const value = element.attributes[name] ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : fallback;
}

export function eventsOf<E extends string>(
  element: XmlElement,
  name: string,
  possible: readonly E[],
): readonly (E | 'completed')[] {
  const named = (element.attributes[name] ?? '').split(/\s+/);
  const known = possible.filter((event) => named.includes(event));
  return known.length === 0 ? ['completed'] : known;
}

export function optionalWebhook(
  element: XmlElement,
  name: string,
  methodName: string,
  base: string | null,
): Webhook | null {
  const url = element.attributes[name];
  return url === undefined ? null : webhookTo(url, element.attributes[methodName], base);
}

/** An address in a document may be relative to the document's own. */
export function webhookTo(address: string, method: string | undefined, base: string | null): Webhook {
  const absolute = isCallableUrl(address) ? address : resolved(address, base);
  if (absolute === undefined) throw new TwimlFault(11100, `Invalid URL format: ${address}`);
  return { url: absolute, method: method?.toUpperCase() === 'GET' ? 'GET' : 'POST' };
}

function resolved(address: string, base: string | null): string | undefined {
  if (base === null || !URL.canParse(address, base)) return undefined;
  const { href } = new URL(address, base);
  return isCallableUrl(href) ? href : undefined;
}
