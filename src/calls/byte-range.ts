/**
 * A Range header to be passed on: one range of bytes (RFC 9110, section 14). What is no such thing is ignored, which the
 * whole recording answers; so are several ranges at once, which players do not ask for.
 */
export const passedRange = (header: string | undefined): string | undefined =>
  header !== undefined && /^bytes=(\d{1,15}-\d{0,15}|-\d{1,15})$/.test(header) ? header : undefined;
