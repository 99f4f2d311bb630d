import { Pagination } from '../common/page.dto.js';

/** A contact as the API shows it. */
export class ContactPayload {
  /**
   * UUID, made by the service.
   * @example 01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e
   */
  id: string;
  /**
   * Given name.
   * @example Ada
   */
  first_name: string | null;
  /**
   * Family name.
   * @example Lovelace
   */
  last_name: string | null;
  /**
   * E-mail address, in lower case afterwards.
   * @example ada@example.com
   */
  email: string | null;
  /**
   * E.164.
   * @example +13125550100
   */
  phone: string;
  /**
   * Who they work for.
   * @example "Analytical Engines"
   */
  company: string | null;
  /**
   * ISO 3166-1 alpha-2.
   * @example US
   */
  country_code: string | null;
  /**
   * IANA name.
   * @example America/Chicago
   */
  timezone: string | null;
  /**
   * The contact's id in the CRM it came from.
   * @example crm-4711
   */
  crm_id: string | null;
  /**
   * The CRM it came from.
   * @example hubspot
   */
  crm_source: string | null;
  /**
   * Words to find contacts by.
   * @example ["lead", "vip"]
   */
  tags: string[];
  /**
   * Anything else that is known, for the agent's prompt.
   * @example { "plan": "Pro" }
   */
  variables: Record<string, unknown>;
  /** The number is on the organization's do-not-call list. */
  do_not_call: boolean;
  /** What made the contact. */
  source: 'intake' | 'api' | 'call' | 'import';
  /**
   * When it was made.
   * @example 2026-01-15T10:30:00.000Z
   */
  created_at: string;
  /**
   * When it was last changed.
   * @example 2026-01-15T10:30:00.000Z
   */
  updated_at: string;
  /**
   * Start of the newest call with this contact.
   * @example 2026-01-15T10:30:00.000Z
   */
  last_call_at: string | null;
  /**
   * Number of calls with this contact.
   * @example 3
   */
  call_count: number;
}

export class ContactPage {
  /** The items of this page. */
  data: ContactPayload[];
  /** Where the page stands in its list. */
  pagination: Pagination;
}
