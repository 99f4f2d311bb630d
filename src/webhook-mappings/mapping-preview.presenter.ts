import type { Issue } from '../common/app-error.js';
import { shorten } from '../common/shorten.js';
import type { MappedContact, TraceEntry } from './map-contact.js';
import type { MappingPreview, PreviewedContact, TracedRule } from './mapping-preview.dto.js';
import type { ContactState, MergeStatus } from './merge-contact.js';

/** What a preview has found out. */
export interface Previewed {
  status: MergeStatus | 'rejected';
  phone: string | null;
  contact: ContactState;
  existingId: string | null;
  mapped: MappedContact;
  problems: readonly Issue[];
}

export const presentPreview = (preview: Previewed): MappingPreview => {
  const { applied, unmapped, warnings, trace } = preview.mapped;
  return {
    status: preview.status,
    contact: presentContactState(preview.contact, preview.phone),
    existing_contact_id: preview.existingId,
    applied: { mapped: [...applied.mapped], static: [...applied.static], tags: [...applied.tags] },
    unmapped: [...unmapped],
    warnings: [...warnings],
    trace: trace.map(presentTrace),
    problems: [...preview.problems],
  };
};

const presentContactState = (
  { fields, tags, variables }: ContactState,
  phone: string | null,
): PreviewedContact => ({
  first_name: fields.firstName,
  last_name: fields.lastName,
  email: fields.email,
  phone,
  company: fields.company,
  country_code: fields.countryCode,
  timezone: fields.timezone,
  crm_id: fields.crmId,
  crm_source: fields.crmSource,
  tags: [...tags],
  variables,
});

const presentTrace = ({ rule, found, raw, value, used, issue }: TraceEntry): TracedRule => ({
  source: rule.source,
  target: rule.target,
  transform: rule.transform,
  found,
  // A payload of 256 KB may be the source of two hundred rules.
  raw: shorten(raw),
  value,
  used,
  issue,
});
