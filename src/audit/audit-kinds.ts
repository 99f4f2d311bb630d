/** What entries are about, as the filter of the audit log's page lists it: the first part of their actions. */
export const AUDIT_KINDS = {
  api_key: 'API keys',
  user: 'People',
  session: 'Sessions',
  organization: 'Organization',
  carrier_account: 'Carrier accounts',
  phone_number: 'Phone numbers',
  webhook_mapping: 'Webhook mappings',
  webhook_endpoint: 'Webhook endpoints',
  contact: 'Contacts',
  do_not_call: 'Do-not-call list',
  call: 'Calls',
} as const;

/** `api_key.created`, `do_not_call.lifted`, `contact.erased` …: whatever is recorded can be looked for. */
export type AuditAction = `${keyof typeof AUDIT_KINDS}.${string}`;
