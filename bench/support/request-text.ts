import type { LoadRequest } from './load.js';

/** Writes a request's bytes, with other random numbers in its body each time. */
export type RequestWriter = () => Buffer;

export function requestWriter(
  { method = 'GET', path, headers = {}, body = '' }: LoadRequest,
  common: Record<string, string>,
): RequestWriter {
  const lines = Object.entries({ ...common, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}`;
  if (body === '') {
    const bytes = Buffer.from(`${head}${method === 'GET' ? '' : 'content-length: 0\r\n'}\r\n`);
    return () => bytes;
  }
  return () => {
    const filled = Buffer.from(withNumbers(body));
    return Buffer.concat([Buffer.from(`${head}content-length: ${filled.length}\r\n\r\n`), filled]);
  };
}

/** Draws a number for each `{low-high}` of a text. */
const withNumbers = (text: string): string =>
  text.replace(/\{(\d+)-(\d+)\}/g, (_, low, high) => String(randomBetween(Number(low), Number(high))));

const randomBetween = (low: number, high: number): number =>
  low + Math.floor(Math.random() * (high - low + 1));
