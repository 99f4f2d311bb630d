import { Check, Entity, PrimaryColumn, Unique } from 'typeorm';
import { CreatedAt, Text } from '../database/columns.decorator.js';

/** A person who signs in, known by one e-mail address; what they may do stands in their memberships. */
@Entity('users')
@Unique('users_email_key', ['email'])
@Check('users_email_check', `email = lower(email) AND length(email) BETWEEN 3 AND 254`)
export class User {
  @PrimaryColumn({ type: 'uuid' }) id: string;

  /** In lower case. */
  @Text() email: string;

  /** Argon2id in PHC form; null until a password was chosen. */
  @Text({ nullable: true }) passwordHash: string | null;

  @CreatedAt() createdAt: Date;
}
