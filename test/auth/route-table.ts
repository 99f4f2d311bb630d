import { v7 } from 'uuid';
import type { Scope } from '../../src/auth/scopes.js';
import type { Client } from '../support/client.js';
import { aCall, aCampaign, aContact, anAgent, insert, type Row } from '../support/records.js';
import { OWN_ACCOUNT } from '../support/own-carrier.js';
import { aMapping, PLAIN_RULES, postTo } from '../support/mappings.js';
import type { TestService } from '../support/service.js';

/** Ids of a request, by their places. */
export type Ids = Record<string, string>;

/** What an id in a request can name, and how an organization comes to have one. */
export const THINGS = {
  agent: (service: TestService, { organizationId }: Client) => anAgent(service, organizationId),
  'API key': (_: TestService, client: Client) =>
    made(client, '/api/api-keys', { name: 'a key', scopes: ['calls:read'] }),
  call: (service: TestService, client: Client) => aWholeCall(service, client),
  'call that was answered': (service: TestService, client: Client) =>
    aWholeCall(service, client, { answered_at: '2026-01-15T10:30:05.000Z' }),
  'call to be dialled': (service: TestService, client: Client) =>
    aWholeCall(service, client, { status: 'queued', ended_at: null, ended_reason: null }),
  campaign: (service: TestService, { organizationId }: Client) => aCampaign(service, organizationId),
  contact: (service: TestService, { organizationId }: Client) => aContact(service, organizationId),
  mapping: async (_: TestService, client: Client) => (await aMapping(client)).id,
  /** One that was posted to the mapping in the same path, else to a new one. */
  'intake request': async (_: TestService, client: Client, { 'path.id': mapping }: Ids = {}) => {
    const headers = {
      'x-org-id': client.organizationId,
      'x-api-key': client.credentials.apiKey,
      'x-map-id': mapping ?? (await aMapping(client)).id,
    };
    return (await postTo(`${client.url}/api/contacts/flex`, { phone: aNumber() }, headers)).body.requestId;
  },
  /** With the agent in the same path, else with a new one. */
  chat: async (_: TestService, client: Client, { 'path.id': agent }: Ids = {}) =>
    made(client, `/api/agents/${agent ?? (await made(client, '/api/agents', { name: 'Ava' }))}/chats`, {}),
  'agent to talk to': (_: TestService, client: Client) => made(client, '/api/agents', { name: 'Ava' }),
  /** So many attempts failed that nothing is sent to it for a long time. */
  'webhook endpoint': async ({ db }: TestService, client: Client) => {
    const id = await made(client, '/api/webhook-endpoints', { url: 'http://127.0.0.1:9' });
    await db.query(`UPDATE webhook_endpoints SET resume_at = '2999-01-01' WHERE id = $1`, [id]);
    return id;
  },
  delivery: async (service: TestService, client: Client) =>
    made(client, `/api/webhook-endpoints/${await THINGS['webhook endpoint'](service, client)}/test`),
  recovery: async (service: TestService, client: Client) =>
    made(client, `/api/webhook-endpoints/${await THINGS['webhook endpoint'](service, client)}/recover`, {
      since: '2026-01-15T10:30:00.000Z',
    }),
  /** For services with a carrier: `startServiceWithCarrier`. */
  'number of its own account': async ({ db }: TestService, client: Client) => {
    const { accountSid, authToken, numbers } = OWN_ACCOUNT;
    await client.patch('/api/organization', {
      twilio_account_sid: accountSid,
      twilio_auth_token: authToken,
    });
    await client.post('/api/phone-numbers', { number: numbers[0] });
    const [own] = await db.query<{ id: string }[]>(
      `SELECT id FROM phone_numbers WHERE organization_id = $1 AND number = $2`,
      [client.organizationId, numbers[0]],
    );
    return own?.id ?? '';
  },
  'phone number': (_: TestService, client: Client) =>
    made(client, '/api/phone-numbers', { number: aNumber() }),
};
type Thing = keyof typeof THINGS;

async function made(client: Client, path: string, body?: object): Promise<string> {
  return (await client.post(path, body)).body.id;
}

/** A call with its details and an agent that has its version, as starting one makes it. */
async function aWholeCall(service: TestService, client: Client, call: Row = {}): Promise<string> {
  const agent_id = await made(client, '/api/agents', { name: 'Ava' });
  const id = await aCall(service, client.organizationId, { agent_id, ...call });
  await insert(service, 'call_details', { organization_id: client.organizationId, call_id: id });
  return id;
}

/** A new number, as often as asked; none of a premium exchange, which is not called. */
function aNumber(): string {
  const number = `+1312${String(parseInt(v7().slice(-6), 16) % 1e7).padStart(7, '0')}`;
  return number.replace('+1312976', '+1312977');
}

interface GuardedRoute {
  /** A key needs it. */
  scope: Scope;
  /** Where the request names things of the organization: `path.id`, `query.agent_id`, `body.agentId`. */
  ids?: Record<string, Thing>;
  /** What stands in the path beside ids. */
  path?: Record<string, string>;
  /** What else has to be in the body for the route to do its work. */
  body?: () => object;
}

/** Every route that takes an organization's key: what the key needs, and where ids of things stand. */
export const GUARDED_ROUTES: Record<string, GuardedRoute> = {
  'GET /api/agents': { scope: 'agents:read' },
  'POST /api/agents': { scope: 'agents:write', body: () => ({ name: 'Ava' }) },
  'GET /api/agents/:id': { scope: 'agents:read', ids: { 'path.id': 'agent' } },
  'PATCH /api/agents/:id': {
    scope: 'agents:write',
    ids: { 'path.id': 'agent' },
    body: () => ({ name: 'Changed' }),
  },
  'GET /api/agents/:id/versions': { scope: 'agents:read', ids: { 'path.id': 'agent to talk to' } },
  'GET /api/agents/:id/versions/:version': {
    scope: 'agents:read',
    ids: { 'path.id': 'agent to talk to' },
    path: { version: '1' },
  },
  'POST /api/agents/:id/chats': { scope: 'agents:write', ids: { 'path.id': 'agent to talk to' } },
  'POST /api/agents/:id/chats/:chatId/messages': {
    scope: 'agents:write',
    ids: { 'path.id': 'agent to talk to', 'path.chatId': 'chat' },
    body: () => ({ text: 'Hello' }),
  },
  'GET /api/agents/:id/chats/:chatId': {
    scope: 'agents:read',
    ids: { 'path.id': 'agent to talk to', 'path.chatId': 'chat' },
  },

  'GET /api/organization': { scope: 'agents:read' },
  'PATCH /api/organization': { scope: 'keys:write', body: () => ({ llm_model: 'small' }) },
  'GET /api/organization/signing-secret': { scope: 'keys:write' },

  'GET /api/api-keys': { scope: 'keys:write' },
  'POST /api/api-keys': { scope: 'keys:write', body: () => ({ name: 'x', scopes: ['keys:write'] }) },
  'DELETE /api/api-keys/:id': { scope: 'keys:write', ids: { 'path.id': 'API key' } },
  'POST /api/api-keys/:id/rotate': { scope: 'keys:write', ids: { 'path.id': 'API key' } },

  'GET /api/calls': {
    scope: 'calls:read',
    ids: { 'query.contact_id': 'contact', 'query.agent_id': 'agent', 'query.campaign_id': 'campaign' },
  },
  'GET /api/calls/:id': { scope: 'calls:read', ids: { 'path.id': 'call' } },
  'GET /api/calls/:id/live': { scope: 'calls:read', ids: { 'path.id': 'call' } },
  'POST /api/calls/:id/analyze': { scope: 'calls:write', ids: { 'path.id': 'call that was answered' } },
  'POST /api/calls/:id/end': { scope: 'calls:write', ids: { 'path.id': 'call to be dialled' } },
  'POST /api/calls/:id/notes': {
    scope: 'calls:write',
    ids: { 'path.id': 'call' },
    body: () => ({ body: 'Asked for Ada.' }),
  },

  'GET /api/contacts': { scope: 'contacts:read' },
  'POST /api/contacts': { scope: 'contacts:write', body: () => ({ phone: aNumber() }) },
  'GET /api/contacts/:id': { scope: 'contacts:read', ids: { 'path.id': 'contact' } },
  'PATCH /api/contacts/:id': {
    scope: 'contacts:write',
    ids: { 'path.id': 'contact' },
    body: () => ({ first_name: 'Changed' }),
  },
  'POST /api/contacts/:id/merge': {
    scope: 'contacts:write',
    ids: { 'path.id': 'contact', 'body.contact_id': 'contact' },
  },
  'DELETE /api/contacts/:id': { scope: 'contacts:write', ids: { 'path.id': 'contact' } },

  'GET /api/phone-numbers': { scope: 'phone_numbers:read' },
  'POST /api/phone-numbers': {
    scope: 'phone_numbers:write',
    ids: { 'body.agent_id': 'agent' },
    body: () => ({ number: aNumber() }),
  },
  'GET /api/phone-numbers/:id': { scope: 'phone_numbers:read', ids: { 'path.id': 'phone number' } },
  'PATCH /api/phone-numbers/:id': {
    scope: 'phone_numbers:write',
    ids: { 'path.id': 'phone number', 'body.agent_id': 'agent' },
    body: () => ({ label: 'Changed' }),
  },
  'DELETE /api/phone-numbers/:id': { scope: 'phone_numbers:write', ids: { 'path.id': 'phone number' } },

  'PUT /api/phone-numbers/:id/connection': {
    scope: 'phone_numbers:write',
    ids: { 'path.id': 'number of its own account' },
  },
  'GET /api/carrier-numbers': { scope: 'phone_numbers:read' },

  'GET /api/webhook-endpoints': { scope: 'webhooks:read' },
  'POST /api/webhook-endpoints': {
    scope: 'webhooks:write',
    ids: { 'body.agent_id': 'agent' },
    // Nothing goes there.
    body: () => ({ url: 'http://127.0.0.1:9', event_types: ['webhook_endpoint.disabled'] }),
  },
  'GET /api/webhook-endpoints/:id': { scope: 'webhooks:read', ids: { 'path.id': 'webhook endpoint' } },
  'PATCH /api/webhook-endpoints/:id': {
    scope: 'webhooks:write',
    ids: { 'path.id': 'webhook endpoint', 'body.agent_id': 'agent' },
    body: () => ({ description: 'Changed' }),
  },
  'DELETE /api/webhook-endpoints/:id': { scope: 'webhooks:write', ids: { 'path.id': 'webhook endpoint' } },
  'POST /api/webhook-endpoints/:id/rotate-secret': {
    scope: 'webhooks:write',
    ids: { 'path.id': 'webhook endpoint' },
    body: () => ({}),
  },
  'POST /api/webhook-endpoints/:id/test': {
    scope: 'webhooks:write',
    ids: { 'path.id': 'webhook endpoint' },
  },
  'POST /api/webhook-endpoints/:id/recover': {
    scope: 'webhooks:write',
    ids: { 'path.id': 'webhook endpoint' },
    body: () => ({ since: '2026-01-15T10:30:00.000Z' }),
  },
  'GET /api/webhook-endpoints/:id/deliveries': {
    scope: 'webhooks:read',
    ids: { 'path.id': 'webhook endpoint', 'query.call_id': 'call' },
  },
  'GET /api/webhook-recoveries/:id': { scope: 'webhooks:read', ids: { 'path.id': 'recovery' } },
  'GET /api/deliveries/:id': { scope: 'webhooks:read', ids: { 'path.id': 'delivery' } },
  'POST /api/deliveries/:id/resend': { scope: 'webhooks:write', ids: { 'path.id': 'delivery' } },

  'GET /api/webhook-mappings': { scope: 'mappings:read' },
  'POST /api/webhook-mappings': { scope: 'mappings:write', body: () => ({ name: 'Form', ...PLAIN_RULES }) },
  'GET /api/webhook-mappings/:id': { scope: 'mappings:read', ids: { 'path.id': 'mapping' } },
  'PATCH /api/webhook-mappings/:id': {
    scope: 'mappings:write',
    ids: { 'path.id': 'mapping' },
    body: () => ({ name: 'Changed' }),
  },
  'DELETE /api/webhook-mappings/:id': { scope: 'mappings:write', ids: { 'path.id': 'mapping' } },
  'POST /api/webhook-mappings/:id/enable': { scope: 'mappings:write', ids: { 'path.id': 'mapping' } },
  'POST /api/webhook-mappings/:id/disable': { scope: 'mappings:write', ids: { 'path.id': 'mapping' } },
  'POST /api/webhook-mappings/:id/rotate-key': { scope: 'mappings:write', ids: { 'path.id': 'mapping' } },
  'POST /api/webhook-mappings/:id/preview': {
    scope: 'mappings:write',
    ids: { 'path.id': 'mapping' },
    body: () => ({ payload: { phone: aNumber() } }),
  },
  'GET /api/webhook-mappings/:id/requests': { scope: 'mappings:read', ids: { 'path.id': 'mapping' } },
  'GET /api/webhook-mappings/:id/requests/:requestId': {
    scope: 'mappings:read',
    ids: { 'path.id': 'mapping', 'path.requestId': 'intake request' },
  },
  'POST /api/webhook-mappings/:id/requests/:requestId/replay': {
    scope: 'mappings:write',
    ids: { 'path.id': 'mapping', 'path.requestId': 'intake request' },
  },

  // Last: what it starts goes on in the background.
  'POST /api/agents/call': {
    scope: 'calls:write',
    ids: { 'body.agentId': 'agent' },
    body: () => ({ phoneNumber: aNumber() }),
  },
};

/** The OpenAPI document, and Swagger's page with its parts. */
const API_DOCUMENTS = [
  '/openapi.json',
  '/openapi.yaml',
  '/docs',
  '/docs/',
  '/docs/LICENSE',
  '/docs/docs/swagger-ui-init.js',
  '/docs/index.html',
  '/docs/swagger-ui-init.js',
];

/** Every route that takes no key of an organization, and why. */
export const OTHER_ROUTES: Record<string, string> = {
  'POST /api/contacts/flex':
    'credentials of its own, in header, query or body: test/webhook-mappings/intake-credentials.e2e-spec.ts',
  'GET /health/live': 'a supervisor asks, and learns that the process runs',
  'GET /health/ready': 'a load balancer asks, and learns whether requests can be served',
  'GET /': 'sends a browser to the settings',
  'GET /settings/sign-in': 'who is not signed in comes here: test/accounts/sign-in.e2e-spec.ts',
  'POST /settings/sign-in': 'password, throttled, with a token of its page',
  'GET /settings/link/:token': 'who holds a one-time link',
  'POST /settings/link/:token': 'uses the link up',
  'GET /settings/setup/:token': 'who read the link at the first start, until somebody can sign in',
  'POST /settings/setup/:token': 'makes the first owner',
  ...Object.fromEntries(
    ['answer', 'recording', 'relay-ended', 'status', 'transfer-ended', 'voicemail'].map((word) => [
      `POST /api/voice/twilio/:org/:callId/:token/${word}`,
      'the carrier asks and tells, with its signature and the token of the dial or of the call',
    ]),
  ),
  'POST /api/voice/twilio/:org/inbound': 'the carrier says that a call came in, with its signature',
  'POST /api/voice/twilio/:org/inbound/status':
    'the carrier tells of a call that came in, with its signature',
  'GET /recordings/:org/:callId/:token': 'whoever has the signed link to a recording may hear it',
  ...Object.fromEntries(API_DOCUMENTS.map((path) => [`GET ${path}`, 'tells the API, the same to everybody'])),
};
