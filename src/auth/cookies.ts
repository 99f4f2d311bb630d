/** Cookies of the settings. Where the service is reached over https their names bind them to this very host. */
export type CookieName = 'session' | 'seed' | 'flash' | 'theme';

const fullName = (name: CookieName, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** The value of a cookie in a `Cookie` header, or null. */
export function readCookie(header: string | undefined, name: CookieName, secure: boolean): string | null {
  const wanted = `${fullName(name, secure)}=`;
  const found = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(wanted));
  return found === undefined ? null : decoded(found.slice(wanted.length));
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** A `Set-Cookie` header; null as value takes the cookie away. No script can read it, no other site sends it along. */
export function writeCookie(
  name: CookieName,
  value: string | null,
  { secure, maxAgeSeconds }: { secure: boolean; maxAgeSeconds?: number },
): string {
  const age = value === null ? 0 : maxAgeSeconds;
  return [
    `${fullName(name, secure)}=${encodeURIComponent(value ?? '')}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(age === undefined ? [] : [`Max-Age=${age}`]),
  ].join('; ');
}
