import type { ContactPayload } from './contact-payload.dto.js';
import type { Contact } from './contact.entity.js';

/** A contact with what other tables know of it, read together. */
export interface ContactRow extends Contact {
  doNotCall: boolean;
  lastCallAt: Date | null;
  callCount: number;
}

/** A contact as the API and the events show it. */
export const presentContact = (contact: ContactRow): ContactPayload => ({
  id: contact.id,
  first_name: contact.firstName,
  last_name: contact.lastName,
  email: contact.email,
  phone: contact.phone,
  company: contact.company,
  country_code: contact.countryCode,
  timezone: contact.timezone,
  crm_id: contact.crmId,
  crm_source: contact.crmSource,
  tags: contact.tags,
  variables: contact.variables,
  do_not_call: contact.doNotCall,
  source: contact.source,
  created_at: contact.createdAt.toISOString(),
  updated_at: contact.updatedAt.toISOString(),
  last_call_at: contact.lastCallAt?.toISOString() ?? null,
  call_count: contact.callCount,
});
