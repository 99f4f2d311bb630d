/** Stands where the intake key would be, in every answer but the two that make one. */
const KEY_PLACEHOLDER = 'INTAKE_KEY';

/**
 * The address to post a mapping's data to, with its authentication values in the query.
 * @param key the mapping's own intake key; without it a placeholder stands in its place
 */
export function intakeUrl(
  baseUrl: string,
  mapping: { organizationId: string; id: string },
  key: string = KEY_PLACEHOLDER,
): string {
  const query = new URLSearchParams({ orgId: mapping.organizationId, apiKey: key, mapId: mapping.id });
  return `${baseUrl.replace(/\/+$/, '')}/api/contacts/flex?${query}`;
}
