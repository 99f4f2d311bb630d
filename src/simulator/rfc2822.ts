/** A date as carriers write it, to the second: `Sun, 30 Aug 2026 08:34:26 +0000` (RFC 2822). */
export const rfc2822 = (date: Date): string => date.toUTCString().replace('GMT', '+0000');
