import { KeyMadePage } from '../../views/auth/api-key.js';
import type { IssuedKey } from './api-keys.service.js';
import type { Scope } from './scopes.js';
import type { PageAnswer } from './page-answer.js';
import { type PageVisit, show } from './page-visit.js';

/** What a key with the scope can read, the first in this order. */
const READ: readonly (readonly [Scope, string])[] = [
  ['calls:read', '/api/calls?limit=3'],
  ['contacts:read', '/api/contacts?limit=3'],
  ['agents:read', '/api/agents'],
  ['phone_numbers:read', '/api/phone-numbers'],
  ['mappings:read', '/api/webhook-mappings'],
  ['webhooks:read', '/api/webhook-endpoints'],
];

/** The only page that shows a key, with a request that shows whether it works, if it can read anything. */
export function keyMade(visit: PageVisit, { row, text }: IssuedKey, baseUrl: string): PageAnswer {
  const { organizationId, scopes } = row;
  const path = READ.find(([scope]) => scopes.includes(scope))?.[1];
  const example = path === undefined ? null : curlOf(`${baseUrl}${path}`, text, organizationId);
  return show(visit, KeyMadePage, { name: row.name, text, organizationId, example });
}

const curlOf = (url: string, key: string, organizationId: string): string =>
  [`curl "${url}" \\`, `  -H "x-api-key: ${key}" \\`, `  -H "x-organization-id: ${organizationId}"`].join(
    '\n',
  );
