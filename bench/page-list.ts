/** What the addresses below name, of the organization that is measured. */
export interface PageIds {
  /** The newest call that was talked in. */
  call: string;
  agent: string;
  /** The contact with the most calls. */
  contact: string;
  mapping: string;
  intake: string;
  phoneNumber: string;
  /** A file that was imported, and one that waits to be. */
  imported: string;
  uploaded: string;
  endpoint: string;
}

/** Every page that lists things, shows one, or sums them up. Whoever adds such a page adds its line. */
export const PAGES: Record<string, (ids: PageIds) => string> = {
  home: () => '/settings',
  'home, 90 days': () => '/settings?days=90',
  calls: () => '/settings/calls',
  'calls, by status': () => '/settings/calls?status=failed',
  'calls, live': () => '/settings/calls?status=live',
  'calls, by agent and success': ({ agent }) => `/settings/calls?agent_id=${agent}&call_success=false`,
  'calls, of a contact': ({ contact }) => `/settings/calls?contact_id=${contact}`,
  'calls, of which few match': () => '/settings/calls?call_success=true&went_to_voicemail=true',
  'calls, of a month': () => '/settings/calls?from=2026-09-01&to=2026-09-30',
  call: ({ call }) => `/settings/calls/${call}`,
  'call, start one': () => '/settings/calls/new',
  agents: () => '/settings/agents',
  agent: ({ agent }) => `/settings/agents/${agent}`,
  'agent, create': () => '/settings/agents/new',
  'agent, versions': ({ agent }) => `/settings/agents/${agent}/versions`,
  'agent, version': ({ agent }) => `/settings/agents/${agent}/versions/1`,
  'agent, compare versions': ({ agent }) => `/settings/agents/${agent}/compare?from=1&to=2`,
  'agent, test': ({ agent }) => `/settings/agents/${agent}/test`,
  contacts: () => '/settings/contacts',
  'contacts, searched': () => '/settings/contacts?search=walker',
  'contacts, by tag': () => '/settings/contacts?tag=vip',
  'contacts, whom a common word finds': () => '/settings/contacts?search=example.com',
  'contacts, who are not to be called': () => '/settings/contacts?calling=forbidden',
  'contacts, nobody found': () => '/settings/contacts?search=nobody+at+all',
  'contacts, import': () => '/settings/contact-imports',
  'contacts, import to be started': ({ uploaded }) => `/settings/contact-imports/${uploaded}`,
  'contacts, import done': ({ imported }) => `/settings/contact-imports/${imported}`,
  'contact, create': () => '/settings/contacts/new',
  contact: ({ contact }) => `/settings/contacts/${contact}`,
  'contact, edit': ({ contact }) => `/settings/contacts/${contact}/edit`,
  'webhook mappings': () => '/settings/webhook-mappings',
  'webhook mappings, by name': () => '/settings/webhook-mappings?q=form&status=active',
  'webhook mapping': ({ mapping }) => `/settings/webhook-mappings/${mapping}`,
  'webhook mapping, edit': ({ mapping }) => `/settings/webhook-mappings/${mapping}/edit`,
  'webhook mapping, log': ({ mapping }) => `/settings/webhook-mappings/${mapping}/log`,
  'webhook mapping, log of a rare outcome': ({ mapping }) =>
    `/settings/webhook-mappings/${mapping}/log?outcome=unchanged`,
  'webhook mapping, log line': ({ mapping, intake }) => `/settings/webhook-mappings/${mapping}/log/${intake}`,
  events: () => '/settings/events',
  'events, endpoint': ({ endpoint }) => `/settings/events/${endpoint}`,
  'events, log': () => '/settings/events/log',
  'events, failed': () => '/settings/events/log?deliveries=failed&type=call.ended',
  'events, log of failures': () => '/settings/events/log?deliveries=failed',
  'events, log of what waits': () => '/settings/events/log?deliveries=pending',
  'API keys': () => '/settings/api-keys',
  'phone numbers': () => '/settings/phone-numbers',
  'phone number': ({ phoneNumber }) => `/settings/phone-numbers/${phoneNumber}`,
  team: () => '/settings/team',
  organization: () => '/settings/organization',
  'audit log': () => '/settings/audit-log',
  'audit log, by who': () => '/settings/audit-log?kind=contact&who=nobody%40example.com',
  installation: () => '/settings/installation',
};
