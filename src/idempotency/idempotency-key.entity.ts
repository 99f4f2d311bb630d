import { Column, Entity, Index } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import {
  BelongsToOrganization,
  Bytes,
  CreatedAt,
  Int,
  OrganizationKey,
  Uuid,
} from '../database/columns.decorator.js';

/** The remembered answer of a request that carried `Idempotency-Key`, committed together with what it did. */
@Entity('idempotency_keys')
@BelongsToOrganization('idempotency_keys', () => Organization)
@Index('idempotency_keys_created_at_idx', ['createdAt'])
@Index('idempotency_keys_contact_id_idx', { synchronize: false })
export class IdempotencyKey {
  @OrganizationKey() organizationId: string;

  /** SHA-256 over method, path, mapping and the caller's key. */
  @Column({ type: 'bytea', primary: true }) keyHash: Buffer;

  /** SHA-256 over the request's body, to notice the same key with another request. */
  @Bytes() requestHash: Buffer;

  @Int() status: number;

  /** Status line apart, the whole answer (headers that matter, body), encrypted: it may hold a secret. */
  @Bytes() answer: Buffer;

  /** The contact the answer speaks of, so that erasing the contact erases the answer too. */
  @Uuid({ nullable: true }) contactId: string | null;

  @CreatedAt() createdAt: Date;
}
