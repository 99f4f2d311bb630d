import { intakeUrl } from './intake-url.js';

/** Where to post a mapping's data to, in both forms; without the key a placeholder stands in its place. */
export function addressOf(
  baseUrl: string,
  mapping: { organizationId: string; id: string },
  key: string | null,
) {
  const { organizationId, id } = mapping;
  const endpoint = `${baseUrl}/api/contacts/flex`;
  const curl = [
    `curl ${endpoint} \\`,
    `  -H "x-org-id: ${organizationId}" -H "x-map-id: ${id}" \\`,
    `  -H "x-api-key: ${key ?? 'INTAKE_KEY'}" -H "content-type: application/json" \\`,
    `  -d '{"firstName":"Ada","phone":"(312) 555-0142","email":"ada@example.com"}'`,
  ].join('\n');
  return { endpoint, organizationId, curl, url: intakeUrl(baseUrl, mapping, key ?? undefined), key };
}
