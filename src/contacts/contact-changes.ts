import type { ChangeContactDto } from './contact.dto.js';
import type { Contact } from './contact.entity.js';

export type ContactChanges = Partial<
  Pick<
    Contact,
    | 'firstName'
    | 'lastName'
    | 'email'
    | 'company'
    | 'countryCode'
    | 'timezone'
    | 'crmId'
    | 'crmSource'
    | 'tags'
    | 'variables'
  >
>;

/** The columns a request sets; what it does not mention is not there. The phone is apart: it is the identity. */
export function changesOf(dto: ChangeContactDto): ContactChanges {
  const changes: ContactChanges = {
    firstName: dto.first_name,
    lastName: dto.last_name,
    email: dto.email,
    company: dto.company,
    countryCode: dto.country_code,
    timezone: dto.timezone,
    crmId: dto.crm_id,
    crmSource: dto.crm_source,
    tags: dto.tags,
    variables: dto.variables,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
