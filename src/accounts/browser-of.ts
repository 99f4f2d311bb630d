import type { Request } from 'express';
import type { Browser } from '../auth/sessions.repository.js';

/** Where a request comes from. */
export const browserOf = ({ headers, ip }: Request): Browser => ({
  userAgent: headers['user-agent'] ?? null,
  address: ip ?? null,
});

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A browser in words, as far as its header tells: `Firefox on Linux`. */
export function browserName(userAgent: string | null): string {
  const among = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [among(BROWSERS), among(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown client';
}
