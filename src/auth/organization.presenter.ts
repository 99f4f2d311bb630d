import type { CarrierAccount } from './carrier-account.entity.js';
import type { OrganizationPayload } from './organization.dto.js';
import type { Organization } from './organization.entity.js';

export const presentOrganization = (
  organization: Organization,
  account: CarrierAccount | null,
): OrganizationPayload => ({
  id: organization.id,
  name: organization.name,
  default_country: organization.defaultCountry,
  allowed_countries: organization.allowedCountries,
  require_existing_contact: organization.requireExistingContact,
  max_concurrent_calls: organization.maxConcurrentCalls,
  recording_link_hours: organization.recordingLinkHours,
  llm_base_url: organization.llmBaseUrl,
  llm_model: organization.llmModel,
  llm_api_key_last_four: organization.llmApiKeyLastFour,
  twilio_account_sid: account?.accountSid ?? null,
  twilio_auth_token_last_four: account?.authTokenLastFour ?? null,
  created_at: organization.createdAt.toISOString(),
  updated_at: organization.updatedAt.toISOString(),
});
