import type { DemoCall } from './demo-call.js';
import type { DemoPerson } from './people.js';

/** A row to be copied: a value for each column. */
export type Row = Readonly<Record<string, unknown>>;

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export const personRow = (organizationId: string, person: DemoPerson): Row => ({
  organization_id: organizationId,
  id: person.id,
  phone: person.phone,
  first_name: person.firstName,
  last_name: person.lastName,
  email: person.email,
  company: person.company,
  country_code: 'US',
  timezone: person.timezone,
  crm_id: person.crmId,
  crm_source: person.crmId === null ? null : 'hubspot',
  tags: new Set(person.tags),
  variables: {},
  source: person.source,
  created_at: instant(person.createdAtMs),
  updated_at: instant(person.createdAtMs),
});

/** The hot row; there is no recording behind a demo call, so it names none. */
export const callRow = (organizationId: string, call: DemoCall): Row => ({
  organization_id: organizationId,
  id: call.id,
  agent_id: call.agent.id,
  agent_version: 1,
  contact_id: call.person?.id ?? null,
  campaign_id: call.campaignId,
  call_type: call.inbound ? 'inbound' : 'outbound',
  status: call.outcome.status,
  phone_number: call.person?.phone ?? null,
  platform_number: call.platformNumber,
  call_success: call.success,
  went_to_voicemail: call.outcome.heard === 'voicemail',
  call_duration: call.duration,
  started_at: instant(call.startedAtMs),
  dialed_at: instant(call.dialedAtMs),
  ringing_at: instant(call.ringingAtMs),
  answered_at: instant(call.answeredAtMs),
  ended_at: instant(call.endedAtMs),
  ended_reason: call.outcome.reason,
  finalized_at: instant(call.finalizedAtMs),
  carrier: 'simulator',
  carrier_call_id: call.carrierCallId,
  created_at: instant(call.startedAtMs),
});
