import type { RequestHandler } from 'express';

/** Nothing inline, nothing from elsewhere. The Swagger page asks for its own exception. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join(';');

/** What OWASP's list of HTTP headers asks for, in front of every answer; a table, because helmet takes ten steps. */
const HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

/** A year: browsers that have been here over HTTPS come back over nothing else. */
const ONLY_HTTPS = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/** Sets the headers that keep browsers from doing more with our answers than we mean. */
export function securityHeaders(publicBaseUrl: string): RequestHandler {
  const headers = Object.entries({
    ...HEADERS,
    ...(publicBaseUrl.startsWith('https://') && ONLY_HTTPS),
  });
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}
