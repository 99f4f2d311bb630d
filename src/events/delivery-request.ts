/** What every request to an endpoint says of itself, beside the signature and the endpoint's extra headers. */
export const DELIVERY_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'voice-agent-platform',
} as const;

/** The headers of an attempt as its log shows them: without the signature, and without the values of extra headers. */
export function loggedHeaders(
  eventId: string,
  startedAt: Date,
  extraNames: readonly string[],
): Record<string, string> {
  return {
    ...DELIVERY_HEADERS,
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(startedAt.getTime() / 1_000)),
    ...Object.fromEntries(extraNames.map((name) => [name, '[hidden]'])),
  };
}
