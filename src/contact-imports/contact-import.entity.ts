import { Check, Entity, Index } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import {
  BelongsToOrganization,
  CreatedAt,
  Id,
  Instant,
  Int,
  Jsonb,
  OrganizationKey,
  Text,
  Uuid,
} from '../database/columns.decorator.js';
import type { ImportChoices } from './import-plan.js';

/** A file of contacts, and how far it has been worked through. */
@Entity('contact_imports')
@BelongsToOrganization('contact_imports', () => Organization)
@Check(
  'contact_imports_status_check',
  `status IN ('uploading', 'uploaded', 'running', 'completed', 'failed')`,
)
@Index('contact_imports_created_at_idx', ['organizationId', 'createdAt', 'id'])
export class ContactImport {
  @OrganizationKey() organizationId: string;
  @Id() id: string;

  /** Who uploaded it. */
  @Uuid() userId: string;

  @Text() fileName: string;

  /** `uploaded` waits for somebody to start it. */
  @Text({ default: 'uploading' }) status: 'uploading' | 'uploaded' | 'running' | 'completed' | 'failed';

  /** The first row of the file. */
  @Jsonb() headers: string[];

  @Jsonb({ default: () => "'{}'" }) choices: Partial<ImportChoices>;

  /** Rows below the first. */
  @Int({ default: 0 }) rowCount: number;
  @Int({ default: 0 }) doneCount: number;
  @Int({ default: 0 }) createdCount: number;
  @Int({ default: 0 }) updatedCount: number;
  @Int({ default: 0 }) unchangedCount: number;
  @Int({ default: 0 }) refusedCount: number;
  @CreatedAt() createdAt: Date;
  @Instant({ nullable: true }) finishedAt: Date | null;
}
