import { Check, Entity, Index } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import {
  BelongsToOrganization,
  Bytes,
  CreatedAt,
  Id,
  Instant,
  Int,
  Jsonb,
  OrganizationKey,
  Text,
  TextArray,
  Uuid,
} from '../database/columns.decorator.js';
import type { MappingRules } from './mapping-rules.js';

/** How the data one outside system posts becomes contacts. `id` is the mapId of its address. */
@Entity('webhook_mappings')
@BelongsToOrganization('webhook_mappings', () => Organization)
@Check('webhook_mappings_name_check', `length(name) BETWEEN 1 AND 200`)
@Check('webhook_mappings_action_type_check', `action_type IN ('create_contact')`)
@Check('webhook_mappings_status_check', `status IN ('active', 'inactive')`)
@Check('webhook_mappings_on_duplicate_check', `on_duplicate IN ('fill_missing', 'overwrite', 'skip')`)
@Index('webhook_mappings_created_at_idx', { synchronize: false })
export class WebhookMapping {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Text() name: string;
  @Text({ default: 'create_contact' }) actionType: 'create_contact';
  @Jsonb({ default: () => "'[]'" }) fieldMappings: MappingRules['fieldMappings'];
  @Jsonb({ default: () => "'[]'" }) staticValues: MappingRules['staticValues'];
  @TextArray() staticTags: MappingRules['staticTags'];
  @Text({ default: 'fill_missing' }) onDuplicate: MappingRules['onDuplicate'];
  @Text({ default: 'active' }) status: 'active' | 'inactive';

  /** Counts the changes; an intake is committed only against the version it was mapped with. */
  @Int({ default: 1 }) version: number;

  /** The mapping's own key, and its text encrypted, so that an admin can copy the full address again. */
  @Uuid() intakeKeyId: string;
  @Bytes() intakeKeySealed: Buffer;

  @CreatedAt() createdAt: Date;
  @Instant({ default: () => 'now()' }) updatedAt: Date;

  /** It counts as gone; a job takes away its log, and then itself. */
  @Instant({ nullable: true }) deletedAt: Date | null;
}
