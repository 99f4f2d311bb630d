import { Payload } from './intake-body.js';

/** Where each of the three authentication values of an intake may stand; the same field name in query and body. */
const PLACES = {
  organizationId: { headers: ['x-org-id', 'x-organization-id'], field: 'orgId' },
  apiKey: { headers: ['x-api-key'], field: 'apiKey' },
  mappingId: { headers: ['x-map-id'], field: 'mapId' },
} as const;

type CredentialName = keyof typeof PLACES;
const NAMES = Object.keys(PLACES) as CredentialName[];

/** The body fields that hold credentials: read at most once, then taken out. */
export const CREDENTIAL_FIELDS: readonly string[] = NAMES.map((name) => PLACES[name].field);

/** What was sent as each value; undefined where nothing was. What is no text is no credential. */
export type Credentials = Partial<Record<CredentialName, unknown>>;

export const isComplete = (found: Credentials): boolean => NAMES.every((name) => found[name] !== undefined);

type Fields = Readonly<Record<string, unknown>>;

/**
 * Looks for each value in the headers, then in the query: the first place that has it wins. An empty value counts as
 * absent. One that stands twice in its place is given as a list, which no check accepts; Node joins a header that came
 * twice with a comma, which is no UUID and no key either.
 */
export function credentialsOf(headers: Fields, query: Fields): Credentials {
  return found((name) => {
    const sent = PLACES[name].headers.map((header) => headers[header]).filter(isPresent);
    return (sent.length > 1 ? sent : sent[0]) ?? valueIn(query, PLACES[name].field);
  });
}

/**
 * Fills what headers and query leave open with the fields of the body.
 * @param repeated credential fields that the body holds more than once
 */
export function withBody(outside: Credentials, payload: Payload, repeated: readonly string[]): Credentials {
  return found((name) => {
    const { field } = PLACES[name];
    return outside[name] ?? (repeated.includes(field) ? [] : valueIn(payload, field));
  });
}

/** The payload that is mapped and kept: without the three fields, wherever the credentials were taken from. */
export function withoutCredentials(payload: Payload): Payload {
  if (!CREDENTIAL_FIELDS.some((field) => Object.hasOwn(payload, field))) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !CREDENTIAL_FIELDS.includes(name)));
}

const found = (lookUp: (name: CredentialName) => unknown): Credentials =>
  Object.fromEntries(NAMES.map((name) => [name, lookUp(name)]));

function valueIn(fields: Fields, field: string): unknown {
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return isPresent(value) ? value : undefined;
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
