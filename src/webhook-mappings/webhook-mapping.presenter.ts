import { intakeUrl } from './intake-url.js';
import type { KeyedMappingPayload, MappingPayload } from './webhook-mapping.dto.js';
import type { WebhookMapping } from './webhook-mapping.entity.js';

/** A mapping with what its log knows of it. */
export interface MappingRow extends WebhookMapping {
  lastReceivedAt: Date | null;
}

/** A mapping as the API shows it; its address has a key in it only if one is given. */
export const presentMapping = (mapping: MappingRow, baseUrl: string, key?: string): MappingPayload => ({
  id: mapping.id,
  name: mapping.name,
  action_type: mapping.actionType,
  field_mappings: mapping.fieldMappings.map(({ source, target, transform }) => ({
    source,
    target,
    transform,
  })),
  static_values: mapping.staticValues.map(({ target, value, override }) => ({ target, value, override })),
  static_tags: [...mapping.staticTags],
  on_duplicate: mapping.onDuplicate,
  status: mapping.status,
  webhook_url: intakeUrl(baseUrl, mapping, key),
  created_at: mapping.createdAt.toISOString(),
  updated_at: mapping.updatedAt.toISOString(),
  last_received_at: mapping.lastReceivedAt?.toISOString() ?? null,
});

/** The same with the key that was just made. */
export const presentKeyedMapping = (mapping: MappingRow, baseUrl: string, key: string): KeyedMappingPayload =>
  Object.assign(presentMapping(mapping, baseUrl, key), { intake_api_key: key });
