import { type Answer, type Client, request } from './client.js';

/** The rules most tests need: a name, an e-mail address and a phone number by their plain names. */
export const PLAIN_RULES = {
  field_mappings: [
    { source: 'firstName', target: 'firstName', transform: null },
    { source: 'email', target: 'email', transform: null },
    { source: 'phone', target: 'phone', transform: null },
  ],
};

/** A webhook mapping made over the API, with its own key. */
export interface Mapping {
  client: Client;
  id: string;
  key: string;
  /** The address with the mapping's credentials in the query. */
  url: string;
  /** Where the intake is, without credentials. */
  address: string;
  path: string;
  headers: Record<string, string>;
  /** Posts to the address with the mapping's own credentials in headers; a string or bytes as they are. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
  post<T = any>(body: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
}

let mappings = 0;

export async function aMapping(client: Client, overrides: Record<string, unknown> = {}): Promise<Mapping> {
  mappings += 1;
  const name = `Form ${mappings}`;
  const { status, body } = await client.post('/api/webhook-mappings', { name, ...PLAIN_RULES, ...overrides });
  if (status !== 201) throw new Error(`no mapping was made: ${JSON.stringify(body)}`);
  return existingMapping(client, body);
}

/** A mapping as its creation, or the rotation of its key, answered it. */
export function existingMapping(
  client: Client,
  body: { id: string; intake_api_key: string; webhook_url: string },
): Mapping {
  const address = `${client.url}/api/contacts/flex`;
  const headers = {
    'x-org-id': client.organizationId,
    'x-api-key': body.intake_api_key,
    'x-map-id': body.id,
  };
  return {
    client,
    id: body.id,
    key: body.intake_api_key,
    url: body.webhook_url,
    address,
    path: `/api/webhook-mappings/${body.id}`,
    headers,
    post: (payload, more = {}) => postTo(address, payload, { ...headers, ...more }),
  };
}

/** One post to an intake address; JSON unless it is text or bytes already. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
export function postTo<T = any>(
  url: string,
  payload: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const raw = typeof payload === 'string' || payload instanceof Uint8Array;
  return request<T>(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: raw ? (payload as string) : JSON.stringify(payload),
  });
}

let numbers = 0;

/** A number nobody has yet in this test file: possible, and in no real person's hands. */
export function aPhone(): string {
  numbers += 1;
  return `+1312555${String(numbers).padStart(4, '0')}`;
}
