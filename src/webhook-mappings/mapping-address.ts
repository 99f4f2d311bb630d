import { examplePayload } from './example-payload.js';
import { intakeUrl } from './intake-url.js';
import type { MappingRules } from './mapping-rules.js';

/** Where to post a mapping's data to, in both forms; without the key a placeholder stands in its place. */
export function addressOf(
  baseUrl: string,
  mapping: { organizationId: string; id: string } & Pick<MappingRules, 'fieldMappings'>,
  key: string | null,
) {
  const { organizationId, id } = mapping;
  const endpoint = intakeEndpoint(baseUrl);
  const curl = [
    `curl ${quoted(endpoint)} \\`,
    ...[
      `x-org-id: ${organizationId}`,
      `x-map-id: ${id}`,
      `x-api-key: ${key ?? 'INTAKE_KEY'}`,
      'content-type: application/json',
    ].map((header) => `  -H ${quoted(header)} \\`),
    `  -d ${quoted(JSON.stringify(examplePayload(mapping.fieldMappings)))}`,
  ].join('\n');
  return { endpoint, organizationId, curl, url: intakeUrl(baseUrl, mapping, key ?? undefined), key };
}

export const intakeEndpoint = (baseUrl: string): string => `${baseUrl.replace(/\/+$/, '')}/api/contacts/flex`;

/** As a shell takes it literally. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
