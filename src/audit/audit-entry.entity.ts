import { Entity, Index } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import {
  BelongsToOrganization,
  CreatedAt,
  Id,
  Jsonb,
  OrganizationKey,
  Text,
  Uuid,
} from '../database/columns.decorator.js';

/** Who changed what that matters for safety: keys, do-not-call, erasures, revealed secrets, calls ended by hand. Append-only. */
@Entity('audit_log')
@BelongsToOrganization('audit_log', () => Organization)
@Index('audit_log_created_at_idx', ['organizationId', 'createdAt'])
@Index('audit_log_actor_idx', { synchronize: false })
@Index('audit_log_kind_idx', { synchronize: false })
@Index('audit_log_actor_kind_idx', { synchronize: false })
@Index('audit_log_subject_idx', ['organizationId', 'subjectType', 'subjectId', 'createdAt'])
export class AuditEntry {
  @OrganizationKey() organizationId: string;
  @Id() id: string;
  @Text() action: string;

  /** `api_key` or `user`, with `actorId` the key's or the person's id; else `cli` or `system`. */
  @Text() actorType: string;
  @Uuid({ nullable: true }) actorId: string | null;

  @Text() subjectType: string;
  @Text({ nullable: true }) subjectId: string | null;
  @Jsonb({ default: () => "'{}'" }) details: Record<string, unknown>;
  @CreatedAt() createdAt: Date;
}
