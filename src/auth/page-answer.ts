import type { CookieName } from './cookies.js';

/** A cookie to set with an answer; null takes it away. */
export interface CookieChange {
  name: CookieName;
  value: string | null;
  maxAgeSeconds?: number;
}

/** What a page's handler answers: a page, or where to look next. */
export interface PageAnswer {
  status: number;
  html: string;
  location?: string;
  cookies: CookieChange[];
}

/** The next page to look at, with a message to show there once. */
export const goTo = (location: string, message?: string, cookies: CookieChange[] = []): PageAnswer => ({
  status: 303,
  html: '',
  location,
  cookies: [...cookies, ...(message === undefined ? [] : [{ name: 'flash' as const, value: message }])],
});
