import { Entity } from 'typeorm';
import {
  BelongsToOrganization,
  Bytes,
  CreatedAt,
  Id,
  Instant,
  OrganizationKey,
  Text,
  TextArray,
  Uuid,
} from '../database/columns.decorator.js';
import { Organization } from './organization.entity.js';

/** A credential of an organization. Only the SHA-256 of its text is stored; the text is shown once. */
@Entity('api_keys')
@BelongsToOrganization('api_keys', () => Organization)
export class ApiKey {
  @OrganizationKey() organizationId: string;

  /** Also the `<id>` part of the key's text. */
  @Id() id: string;

  @Text() name: string;
  @Bytes() hash: Buffer;

  /** The last four characters of the key, to recognize it in a list. */
  @Text() lastFour: string;

  @TextArray() scopes: string[];

  /** Set on a mapping's own intake key: it can do nothing but post to that mapping. */
  @Uuid({ nullable: true }) mappingId: string | null;

  @Instant({ nullable: true }) expiresAt: Date | null;
  @Instant({ nullable: true }) revokedAt: Date | null;

  /** Set when a successor was made; a key has one. */
  @Instant({ nullable: true }) rotatedAt: Date | null;

  /** Written at most every five minutes. */
  @Instant({ nullable: true }) lastUsedAt: Date | null;

  @CreatedAt() createdAt: Date;
}
