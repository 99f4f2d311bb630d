import { Injectable } from '@nestjs/common';
import { Organizations } from '../auth/organizations.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { NotFound } from '../common/app-error.js';
import type { JsonObject } from '../common/json-text.js';
import type { ContactRow } from '../contacts/contact.presenter.js';
import { Contacts } from '../contacts/contacts.service.js';
import type { Tx } from '../database/sql.client.js';
import { type Payload, payloadIn } from './intake-body.js';
import { readIntakeBody } from './intake-body.adapter.js';
import { withoutCredentials } from './intake-credentials.js';
import { type LiveMapping, LiveMappings } from './live-mappings.service.js';
import { mapContact } from './map-contact.js';
import { phoneIssues } from './mapping-findings.js';
import type { PreviewMappingDto } from './mapping-preview.dto.js';
import { NO_RULES } from './mapping-rules.js';
import type { Previewed } from './mapping-preview.presenter.js';
import { type ContactState, mergeContact } from './merge-contact.js';
import { givenRules } from './webhook-mappings.service.js';

/** A mapping that is still being written. */
export const UNSAVED = null;

type Basis = Pick<LiveMapping, 'rules' | 'defaultCountry'>;

/** Tries a payload on a mapping, with its own rules or with changed ones: what would come out, and why. */
@Injectable()
export class MappingPreviews {
  constructor(
    private readonly mappings: LiveMappings,
    private readonly contacts: Contacts,
    private readonly organizations: Organizations,
  ) {}

  /** Writes nothing. @throws NotFound, MalformedBody for a payload that the intake would not read */
  async preview(
    tx: Tx,
    org: OrganizationId,
    id: string | typeof UNSAVED,
    dto: PreviewMappingDto,
  ): Promise<Previewed> {
    const mapping = await this.basis(org, id);
    const rules = { ...mapping.rules, ...givenRules(dto) };
    const payload = withoutCredentials(await readSample(dto));
    const mapped = mapContact(rules, payload, { defaultCountry: mapping.defaultCountry });
    const phone = 'refused' in mapped.phone ? null : mapped.phone.e164;
    const existing = phone === null ? null : await this.contacts.byPhone(tx, org, phone);
    const merged = mergeContact(existing && stateOf(existing), mapped.draft, rules.onDuplicate);
    const problems = 'refused' in mapped.phone ? phoneIssues(mapped.phone.refused) : [];
    const status = phone === null ? 'rejected' : merged.status;
    return { ...merged, status, phone, existingId: existing?.id ?? null, mapped, problems };
  }

  /** What a payload meets beside the rules that are tried. @throws NotFound */
  async basis(org: OrganizationId, id: string | typeof UNSAVED): Promise<Basis> {
    if (id === UNSAVED)
      return { rules: NO_RULES, defaultCountry: await this.organizations.defaultCountry(org) };
    const mapping = await this.mappings.findNow(org, id);
    if (!mapping) throw new NotFound('Webhook mapping');
    return mapping;
  }
}

async function readSample({ payload, content_type: type }: PreviewMappingDto): Promise<Payload> {
  return typeof payload === 'string'
    ? readIntakeBody(type ?? 'application/json', Buffer.from(payload))
    : payloadIn(payload);
}

const stateOf = (contact: ContactRow): ContactState => ({
  fields: {
    firstName: contact.firstName,
    lastName: contact.lastName,
    email: contact.email,
    company: contact.company,
    countryCode: contact.countryCode,
    timezone: contact.timezone,
    crmId: contact.crmId,
    crmSource: contact.crmSource,
  },
  variables: contact.variables as JsonObject,
  tags: contact.tags,
});
