import { v7 } from 'uuid';
import type { Client } from '../support/client.js';
import type { TestService } from '../support/service.js';
import { aMapping } from '../support/mappings.js';
import { aContact, insert } from '../support/records.js';
import { aVisitor } from '../support/visitor.js';
import { THINGS } from './route-table.js';

/** What an id in a page's address can name, and how an organization comes to have one. */
export const PAGE_THINGS = {
  'API key': (service: TestService, client: Client) => THINGS['API key'](service, client),
  call: (service: TestService, client: Client) => THINGS.call(service, client),
  'answered call': (service: TestService, client: Client) =>
    THINGS['call that was answered'](service, client),
  contact: (service: TestService, { organizationId }: Client) =>
    aContact(service, organizationId, { first_name: 'Ada', last_name: 'Lovelace' }),
  import: async ({ db }: TestService, { organizationId }: Client) => {
    const [file] = await db.query<{ id: string }[]>(
      `INSERT INTO contact_imports (organization_id, id, user_id, file_name, headers, status)
       VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'people.csv', '["phone"]', 'uploaded') RETURNING id`,
      [organizationId],
    );
    return file?.id ?? '';
  },
  /** As the address of their merge has them. */
  'two contacts': async (service: TestService, client: Client) => {
    const goes = await PAGE_THINGS.contact(service, client);
    return `${await THINGS.contact(service, client)}/merge/${goes}`;
  },
  mapping: (service: TestService, client: Client) => THINGS.mapping(service, client),
  /** With the mapping that it was posted to, as the address has them. */
  'intake request': async (service: TestService, client: Client) => {
    const mapping = await THINGS.mapping(service, client);
    const request = await THINGS['intake request'](service, client, { 'path.id': mapping });
    return `${mapping}/log/${request}`;
  },
  agent: (service: TestService, client: Client) => THINGS['agent to talk to'](service, client),
  /** With its agent. */
  chat: async (_: TestService, client: Client) => {
    const { body: agent } = await client.post('/api/agents', { name: 'Ava' });
    const { body: chat } = await client.post(`/api/agents/${agent.id}/chats`, {});
    return `${agent.id}/test/chats/${chat.id}`;
  },
  'agent with a number': async (service: TestService, client: Client) => {
    const agent = await THINGS['agent to talk to'](service, client);
    const number = await THINGS['phone number'](service, client);
    await client.patch(`/api/phone-numbers/${number}`, { agent_id: agent });
    return agent;
  },
  'mapping to delete': async (_: TestService, client: Client) =>
    (await aMapping(client, { name: 'Old form' })).id,
  /** With its mapping, as the address has them. */
  replay: async (service: TestService, client: Client) => {
    const mapping = await THINGS.mapping(service, client);
    const id = v7();
    await insert(service, 'intake_replays', {
      organization_id: client.organizationId,
      id,
      mapping_id: mapping,
      total: 1,
    });
    return `${mapping}/replays/${id}`;
  },
  'phone number': (service: TestService, client: Client) => THINGS['phone number'](service, client),
  'webhook endpoint': (service: TestService, client: Client) => THINGS['webhook endpoint'](service, client),
  delivery: (service: TestService, client: Client) => THINGS.delivery(service, client),
  recovery: (service: TestService, client: Client) => THINGS.recovery(service, client),
  event: async (service: TestService, client: Client) => {
    const { body } = await client.get(`/api/deliveries/${await THINGS.delivery(service, client)}`);
    return body.event_id;
  },
  'former carrier account': async (service: TestService, { organizationId }: Client) => {
    const id = v7();
    await insert(service, 'carrier_accounts', {
      organization_id: organizationId,
      id,
      account_sid: `AC${id}`,
      auth_token_sealed: Buffer.from('sealed'),
      retired_at: new Date(),
    });
    return id;
  },
  member: async (service: TestService, { organizationId }: Client) => {
    const { email } = await aVisitor(service, organizationId, 'admin');
    return one(service, `SELECT id FROM users WHERE email = $1`, email);
  },
  session: async (service: TestService, { organizationId }: Client) => {
    const { email } = await aVisitor(service, organizationId, 'admin');
    return one(
      service,
      `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1`,
      email,
    );
  },
};

async function one(service: TestService, query: string, value: string): Promise<string> {
  const [row] = await service.db.query<{ id: string }[]>(query, [value]);
  return row?.id ?? '';
}

interface PageRoute {
  /** Whether viewers may. */
  needs: 'look' | 'change';
  /** What `:id` names. */
  thing?: keyof typeof PAGE_THINGS;
  /** What the other names in the address are. */
  path?: Record<string, string>;
  /** What has to be filled in for the form to do its work. */
  fields?: Record<string, string>;
}

/** Every page for who is signed in. */
export const PAGE_ROUTES: Record<string, PageRoute> = {
  'GET /settings': { needs: 'look' },
  'GET /settings/installation': { needs: 'look' },
  'POST /settings/first-steps/dismiss': { needs: 'change' },
  'POST /settings/first-steps/restore': { needs: 'change' },
  'POST /settings/first-steps/demo-call': { needs: 'change' },
  'POST /settings/first-steps/sample-lead': { needs: 'change' },
  'POST /settings/sign-out': { needs: 'look' },
  'POST /settings/theme': { needs: 'look' },
  'GET /settings/organizations': { needs: 'look' },
  'POST /settings/organizations': { needs: 'look' },

  'GET /settings/team': { needs: 'look' },
  'GET /settings/team/new': { needs: 'change' },
  'POST /settings/team': { needs: 'change' },
  'GET /settings/team/:id': { needs: 'change', thing: 'member' },
  'POST /settings/team/:id': { needs: 'change', thing: 'member', fields: { role: 'viewer' } },
  'POST /settings/team/:id/reset-link': { needs: 'change', thing: 'member' },
  'GET /settings/team/:id/remove': { needs: 'change', thing: 'member' },
  'POST /settings/team/:id/remove': { needs: 'change', thing: 'member' },
  'POST /settings/team/sessions/:id/revoke': { needs: 'change', thing: 'session' },

  'GET /settings/api-keys': { needs: 'look' },
  'GET /settings/api-keys/new': { needs: 'change' },
  'POST /settings/api-keys': { needs: 'change' },
  'GET /settings/api-keys/:id/rotate': { needs: 'change', thing: 'API key' },
  'POST /settings/api-keys/:id/rotate': { needs: 'change', thing: 'API key' },
  'GET /settings/api-keys/:id/revoke': { needs: 'change', thing: 'API key' },
  'POST /settings/api-keys/:id/revoke': { needs: 'change', thing: 'API key' },

  'GET /settings/agents': { needs: 'look' },
  'GET /settings/agents/new': { needs: 'change' },
  'POST /settings/agents': { needs: 'change' },
  'GET /settings/agents/:id': { needs: 'look', thing: 'agent' },
  'POST /settings/agents/:id/activate': { needs: 'change', thing: 'agent' },
  'POST /settings/agents/:id/deactivate': { needs: 'change', thing: 'agent' },
  'GET /settings/agents/:id/edit/:section': {
    needs: 'change',
    thing: 'agent',
    path: { section: 'general' },
  },
  'POST /settings/agents/:id/edit/:section': {
    needs: 'change',
    thing: 'agent',
    path: { section: 'tools' },
    fields: { version: '1' },
  },

  'GET /settings/agents/:id/versions': { needs: 'look', thing: 'agent' },
  'GET /settings/agents/:id/versions/:version': { needs: 'look', thing: 'agent', path: { version: '1' } },
  'GET /settings/agents/:id/versions/:version/restore': {
    needs: 'change',
    thing: 'agent',
    path: { version: '1' },
  },
  'POST /settings/agents/:id/versions/:version/restore': {
    needs: 'change',
    thing: 'agent',
    path: { version: '1' },
  },
  'GET /settings/agents/:id/compare': { needs: 'look', thing: 'agent' },

  'GET /settings/agents/:id/test': { needs: 'change', thing: 'agent' },
  'POST /settings/agents/:id/test/chats': { needs: 'change', thing: 'agent' },
  'GET /settings/agents/:id/test/chats/:chatId': { needs: 'change', thing: 'chat' },
  'POST /settings/agents/:id/test/chats/:chatId': { needs: 'change', thing: 'chat', fields: { text: 'Hi' } },
  'POST /settings/agents/:id/test/calls': {
    needs: 'change',
    thing: 'agent with a number',
    fields: { phone_number: '+13125550142' },
  },

  'GET /settings/phone-numbers': { needs: 'look' },
  'GET /settings/phone-numbers/new': { needs: 'change' },
  'POST /settings/phone-numbers': { needs: 'change' },
  'GET /settings/phone-numbers/:id': { needs: 'change', thing: 'phone number' },
  'POST /settings/phone-numbers/:id': { needs: 'change', thing: 'phone number', fields: { version: '1' } },
  'GET /settings/phone-numbers/:id/remove': { needs: 'change', thing: 'phone number' },
  'POST /settings/phone-numbers/:id/remove': { needs: 'change', thing: 'phone number' },

  'GET /settings/carrier-numbers': { needs: 'change' },
  'POST /settings/carrier-numbers': { needs: 'change' },
  'POST /settings/carrier-numbers/list': { needs: 'change' },

  'GET /settings/organization': { needs: 'look' },
  'POST /settings/organization': { needs: 'change' },
  'POST /settings/organization/model': { needs: 'change' },
  'POST /settings/organization/model-test': { needs: 'change' },
  'POST /settings/organization/carrier': { needs: 'change' },
  'POST /settings/organization/carrier-test': { needs: 'change' },
  'GET /settings/organization/carrier/remove': { needs: 'change' },
  'POST /settings/organization/carrier/remove': { needs: 'change' },
  'GET /settings/organization/carrier/:id/forget': { needs: 'change', thing: 'former carrier account' },
  'POST /settings/organization/carrier/:id/forget': { needs: 'change', thing: 'former carrier account' },

  'GET /settings/calls': { needs: 'look' },
  'GET /settings/calls/new': { needs: 'change' },
  'POST /settings/calls': { needs: 'change' },
  'GET /settings/calls/:id': { needs: 'look', thing: 'call' },
  'GET /settings/calls/:id/live': { needs: 'look', thing: 'call' },
  'POST /settings/calls/:id/notes': { needs: 'change', thing: 'call', fields: { body: 'Noted' } },
  'GET /settings/calls/:id/end': { needs: 'change', thing: 'call' },
  'POST /settings/calls/:id/end': { needs: 'change', thing: 'call' },
  'POST /settings/calls/:id/analyze': { needs: 'change', thing: 'answered call' },

  'POST /settings/installation/carrier-test': { needs: 'change' },

  'GET /settings/webhook-mappings': { needs: 'look' },
  'GET /settings/webhook-mappings/new': { needs: 'change' },
  'POST /settings/webhook-mappings': { needs: 'change' },
  'GET /settings/webhook-mappings/:id': { needs: 'look', thing: 'mapping' },
  'GET /settings/webhook-mappings/:id/edit': { needs: 'change', thing: 'mapping' },
  'POST /settings/webhook-mappings/:id': {
    needs: 'change',
    thing: 'mapping',
    fields: { name: 'Changed', version: '1' },
  },
  'POST /settings/webhook-mappings/new/draft': {
    needs: 'change',
    fields: { sample: '{"phone":"+13125550100"}', do: 'use-all' },
  },
  'POST /settings/webhook-mappings/:id/edit/draft': {
    needs: 'change',
    thing: 'mapping',
    fields: { sample: '{"phone":"+13125550100"}', do: 'use-all' },
  },
  'GET /settings/webhook-mappings/:id/test': { needs: 'change', thing: 'mapping' },
  'POST /settings/webhook-mappings/:id/test': {
    needs: 'change',
    thing: 'mapping',
    fields: { payload: '{}' },
  },
  'GET /settings/webhook-mappings/:id/delete': { needs: 'change', thing: 'mapping' },
  'POST /settings/webhook-mappings/:id/delete': {
    needs: 'change',
    thing: 'mapping to delete',
    fields: { confirm: 'Old form' },
  },
  'POST /settings/webhook-mappings/:id/replays': { needs: 'change', thing: 'mapping' },
  'GET /settings/webhook-mappings/:id/replays/:replayId': { needs: 'look', thing: 'replay' },
  'GET /settings/webhook-mappings/:id/sample': { needs: 'change', thing: 'mapping' },
  'POST /settings/webhook-mappings/:id/enable': { needs: 'change', thing: 'mapping' },
  'POST /settings/webhook-mappings/:id/disable': { needs: 'change', thing: 'mapping' },
  'POST /settings/webhook-mappings/:id/reveal': { needs: 'change', thing: 'mapping' },
  'GET /settings/webhook-mappings/:id/rotate': { needs: 'change', thing: 'mapping' },
  'POST /settings/webhook-mappings/:id/rotate': { needs: 'change', thing: 'mapping' },
  'GET /settings/webhook-mappings/:id/log': { needs: 'look', thing: 'mapping' },
  'GET /settings/webhook-mappings/:id/log/:requestId': { needs: 'look', thing: 'intake request' },
  'POST /settings/webhook-mappings/:id/log/:requestId/replay': {
    needs: 'change',
    thing: 'intake request',
  },

  'GET /settings/contacts': { needs: 'look' },
  'GET /settings/contacts/export': { needs: 'look' },
  'GET /settings/contact-imports': { needs: 'change' },
  'POST /settings/contact-imports': { needs: 'change' },
  'GET /settings/contact-imports/:id': { needs: 'change', thing: 'import' },
  'POST /settings/contact-imports/:id': { needs: 'change', thing: 'import' },
  'GET /settings/contact-imports/:id/problems': { needs: 'change', thing: 'import' },
  'GET /settings/contacts/new': { needs: 'change' },
  'POST /settings/contacts': { needs: 'change' },
  'GET /settings/contacts/:id': { needs: 'look', thing: 'contact' },
  'GET /settings/contacts/:id/edit': { needs: 'change', thing: 'contact' },
  'POST /settings/contacts/:id': {
    needs: 'change',
    thing: 'contact',
    fields: { phone: '+13125550100', version: '1' },
  },
  'GET /settings/contacts/:id/merge': { needs: 'change', thing: 'contact' },
  'GET /settings/contacts/:id/merge/:otherId': { needs: 'change', thing: 'two contacts' },
  'POST /settings/contacts/:id/merge/:otherId': {
    needs: 'change',
    thing: 'two contacts',
    fields: { version: '1', other_version: '1', confirm: 'Ada Lovelace' },
  },
  'GET /settings/contacts/:id/do-not-call': { needs: 'change', thing: 'contact' },
  'POST /settings/contacts/:id/do-not-call': { needs: 'change', thing: 'contact' },
  'GET /settings/contacts/:id/allow-calls': { needs: 'change', thing: 'contact' },
  'POST /settings/contacts/:id/allow-calls': { needs: 'change', thing: 'contact' },
  'GET /settings/contacts/:id/delete': { needs: 'change', thing: 'contact' },
  'POST /settings/contacts/:id/delete': {
    needs: 'change',
    thing: 'contact',
    fields: { confirm: 'Ada Lovelace' },
  },
  'GET /settings/contacts/:id/erase': { needs: 'change', thing: 'contact' },
  'POST /settings/contacts/:id/erase': {
    needs: 'change',
    thing: 'contact',
    fields: { confirm: 'Ada Lovelace' },
  },

  'GET /settings/events': { needs: 'look' },
  'GET /settings/events/new': { needs: 'change' },
  'POST /settings/events': { needs: 'change' },
  'GET /settings/events/:id': { needs: 'look', thing: 'webhook endpoint' },
  'GET /settings/events/:id/edit': { needs: 'change', thing: 'webhook endpoint' },
  'POST /settings/events/:id': {
    needs: 'change',
    thing: 'webhook endpoint',
    fields: { url: 'http://127.0.0.1:9', version: '1' },
  },
  'POST /settings/events/:id/pause': { needs: 'change', thing: 'webhook endpoint' },
  'POST /settings/events/:id/activate': { needs: 'change', thing: 'webhook endpoint' },
  'POST /settings/events/:id/test': { needs: 'change', thing: 'webhook endpoint' },
  'GET /settings/events/:id/delete': { needs: 'change', thing: 'webhook endpoint' },
  'POST /settings/events/:id/delete': {
    needs: 'change',
    thing: 'webhook endpoint',
    fields: { confirm: '127.0.0.1:9' },
  },
  'GET /settings/events/:id/rotate-secret': { needs: 'change', thing: 'webhook endpoint' },
  'POST /settings/events/:id/rotate-secret': { needs: 'change', thing: 'webhook endpoint' },
  'GET /settings/events/:id/recover': { needs: 'change', thing: 'webhook endpoint' },
  'POST /settings/events/:id/recover': { needs: 'change', thing: 'webhook endpoint' },
  'GET /settings/events/recoveries/:id': { needs: 'look', thing: 'recovery' },
  'GET /settings/events/deliveries/:id': { needs: 'look', thing: 'delivery' },
  'POST /settings/events/deliveries/:id/resend': { needs: 'change', thing: 'delivery' },
  'GET /settings/events/log': { needs: 'look' },
  'GET /settings/events/log/:id': { needs: 'look', thing: 'event' },

  'GET /settings/audit-log': { needs: 'look' },
};
