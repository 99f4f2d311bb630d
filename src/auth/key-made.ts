import { KeyMadePage } from '../../views/auth/api-key.js';
import type { IssuedKey } from './api-keys.service.js';
import type { PageAnswer } from './page-answer.js';
import { type PageVisit, show } from './page-visit.js';

/** The only page that shows a key, with a request that shows whether it works. */
export function keyMade(visit: PageVisit, { row, text }: IssuedKey, baseUrl: string): PageAnswer {
  const { organizationId } = row;
  const example = [
    `curl "${baseUrl}/api/calls?limit=3" \\`,
    `  -H "x-api-key: ${text}" \\`,
    `  -H "x-organization-id: ${organizationId}"`,
  ].join('\n');
  return show(visit, KeyMadePage, { name: row.name, text, organizationId, example });
}
