import { hideApiKeys } from '../common/api-key-format.js';
import type { ContactPayload } from '../contacts/contact-payload.dto.js';
import type { IncomingIntake } from './incoming-intake.js';
import type { IntakeAnswer, IntakeContact } from './intake.dto.js';
import type { StoredIntake } from './intake-store.repository.js';
import type { MappedContact } from './map-contact.js';

/** What the sender of an accepted request is told. */
export const presentIntake = (
  intake: IncomingIntake,
  { applied, unmapped, warnings }: MappedContact,
  { status, contact }: StoredIntake,
): IntakeAnswer => ({
  message: `Contact ${status} successfully`,
  status,
  contactId: contact.id,
  mapId: intake.mappingId,
  requestId: intake.id,
  contact: presentIntakeContact(contact),
  applied: { mapped: [...applied.mapped], static: [...applied.static], tags: [...applied.tags] },
  unmapped: unmapped.map(hideApiKeys),
  warnings: warnings.map(({ target, source, issue, received }) => ({ target, source, issue, received })),
});

/** The contact in the names of the mapping's targets. */
const presentIntakeContact = (contact: ContactPayload): IntakeContact => ({
  id: contact.id,
  firstName: contact.first_name,
  lastName: contact.last_name,
  email: contact.email,
  phone: contact.phone,
  company: contact.company,
  countryCode: contact.country_code,
  timezone: contact.timezone,
  crmId: contact.crm_id,
  crmSource: contact.crm_source,
  tags: contact.tags,
  variables: contact.variables,
  doNotCall: contact.do_not_call,
  source: contact.source,
  createdAt: contact.created_at,
  updatedAt: contact.updated_at,
});
