import { type Role, ROLES } from '../auth/person.js';
import { Field } from '../common/field.decorator.js';
import { type Reading, readOneOf, readText } from '../common/readings.js';
import { PASSWORD } from './password-rule.js';

/** Only ASCII: what a database calls lower case and what we do is then the same. */
const EMAIL = /^[\x21-\x3f\x41-\x7e]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const EMAIL_MAX = 254;

/** An e-mail address, in lower case afterwards. */
export function readEmail(raw: unknown): Reading<string> {
  const email = typeof raw === 'string' ? raw.trim().toLowerCase() : '';
  return EMAIL.test(email) && email.length <= EMAIL_MAX
    ? { value: email }
    : { issue: 'must be an e-mail address such as ada@example.com' };
}

const readPassword = (raw: unknown): Reading<string> =>
  typeof raw === 'string' && raw.length >= PASSWORD.min && raw.length <= PASSWORD.max
    ? { value: raw }
    : { issue: `must have at least ${PASSWORD.min} characters` };

/** Somebody who is to belong to an organization. */
export class InviteDto {
  /** Where the person is known. @example ada@example.com */
  @Field(readEmail, { maxLength: EMAIL_MAX })
  email: string;

  /** What they may do. */
  @Field(readOneOf(ROLES), { enum: ROLES })
  role: Role;
}

/** Another role for somebody. */
export class ChangeRoleDto {
  /** What they may do from now on. */
  @Field(readOneOf(ROLES), { enum: ROLES })
  role: Role;
}

/** A password that somebody chooses. */
export class ChoosePasswordDto {
  /** Long rather than odd. @example correct-horse-battery */
  @Field(readPassword, { minLength: PASSWORD.min, maxLength: PASSWORD.max })
  password: string;
}

/** The first person of an installation and their organization. */
export class SetupDto extends ChoosePasswordDto {
  /** What people call the organization. @example Acme */
  @Field(readText({ max: 200 }), { minLength: 1, maxLength: 200 })
  organization: string;

  /** Whom to let in. @example ada@example.com */
  @Field(readEmail, { maxLength: EMAIL_MAX })
  email: string;
}
