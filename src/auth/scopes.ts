/** What an API key may do. A key can only grant scopes that it has. */
export const SCOPES = [
  'calls:read',
  'calls:write',
  'contacts:read',
  'contacts:write',
  'agents:read',
  'agents:write',
  'phone_numbers:read',
  'phone_numbers:write',
  'mappings:read',
  'mappings:write',
  'webhooks:read',
  'webhooks:write',
  'keys:write',
  'intake:write',
] as const;
export type Scope = (typeof SCOPES)[number];

/** What a key may do, in the order in which scopes are listed everywhere. */
export const scopeWords = (scopes: readonly string[]): string =>
  scopes.length === SCOPES.length
    ? 'Everything'
    : SCOPES.filter((scope) => scopes.includes(scope)).join(', ');
