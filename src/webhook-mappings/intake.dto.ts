import { ApiProperty } from '@nestjs/swagger';
import type { ContactPayload } from '../contacts/contact-payload.dto.js';
import type { Target } from './contact-targets.js';
import type { MergeStatus } from './merge-contact.js';

/** A contact in the names that mappings use. */
export class IntakeContact {
  /**
   * Its id.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * First name.
   * @example Ada
   */
  firstName: string | null;
  /**
   * Last name.
   * @example Lovelace
   */
  lastName: string | null;
  /**
   * E-mail address.
   * @example ada@example.com
   */
  email: string | null;
  /** E.164. @example +13125550100 */
  phone: string;
  /**
   * Company.
   * @example "Analytical Engines"
   */
  company: string | null;
  /** ISO 3166-1 alpha-2. @example US */
  countryCode: string | null;
  /** IANA name. @example America/Chicago */
  timezone: string | null;
  /**
   * The contact's id in the CRM it came from.
   * @example crm-4711
   */
  crmId: string | null;
  /**
   * The CRM it came from.
   * @example hubspot
   */
  crmSource: string | null;
  /**
   * Tags of the contact.
   * @example ["website"]
   */
  tags: string[];
  /**
   * Anything else that is known, for the agent's prompt.
   * @example { "plan": "Pro" }
   */
  variables: Record<string, unknown>;
  /** The number is on the organization's do-not-call list. */
  doNotCall: boolean;
  /** What made the contact. */
  source: ContactPayload['source'];
  /**
   * When the contact was made.
   * @example 2026-01-15T10:30:00.000Z
   */
  createdAt: string;
  /**
   * When the contact was last changed.
   * @example 2026-01-15T10:30:00.000Z
   */
  updatedAt: string;
}

/** What the mapping made of the payload. */
export class AppliedRules {
  /** Targets that got their value from the payload. @example ["firstName","phone"] */
  mapped: string[];
  /**
   * Targets that got one of the mapping's own values.
   * @example ["crmSource"]
   */
  static: string[];
  /**
   * The mapping's tags.
   * @example ["website"]
   */
  tags: string[];
}

/** What was left out, or is doubtful, without losing the contact. */
export class IntakeWarning {
  /**
   * The contact field it is about.
   * @example email
   */
  @ApiProperty({ type: String })
  target: Target;
  /**
   * The field or path in the posted data.
   * @example contact.mail
   */
  source: string;
  /**
   * What is wrong, in words that say what would be right.
   * @example "is not an e-mail address; skipped"
   */
  issue: string;
  /**
   * What stood there, shortened.
   * @example ada@example
   */
  received: unknown;
}

/** The answer to an accepted request. */
export class IntakeAnswer {
  /**
   * Confirmation text; its verb follows the status.
   * @example "Contact created successfully"
   */
  message: string;
  /** What became of the contact. */
  status: MergeStatus;
  /**
   * Id of the contact.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  contactId: string;
  /**
   * Id of the mapping.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  mapId: string;
  /**
   * The request's line in the intake log.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  requestId: string;
  /** The contact as it is now. */
  contact: IntakeContact;
  /** What the mapping applied. */
  applied: AppliedRules;
  /**
   * Source paths that hold something and that no field mapping reads.
   * @example ["utm_source"]
   */
  unmapped: string[];
  /** What was skipped without losing the contact. */
  warnings: IntakeWarning[];
}
