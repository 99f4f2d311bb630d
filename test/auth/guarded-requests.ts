import type { Answer, Client } from '../support/client.js';
import type { TestService } from '../support/service.js';
import { GUARDED_ROUTES, type Ids, THINGS } from './route-table.js';

/** A request that does the work of its route. */
export interface GuardedRequest {
  method: string;
  path: string;
  body: object | undefined;
}

/** An id for every place of the route, all of things that the client's organization has. */
export async function ownIds(service: TestService, client: Client, route: string): Promise<Ids> {
  const ids: Ids = {};
  for (const [place, thing] of Object.entries(GUARDED_ROUTES[route]?.ids ?? {}))
    ids[place] = await THINGS[thing](service, client, ids);
  return ids;
}

/** The route's request with these ids in their places. */
export function requestWith(route: string, ids: Ids): GuardedRequest {
  const [method = '', path = ''] = route.split(' ');
  const given = (kind: string) =>
    Object.entries(ids).flatMap(([place, id]) =>
      place.startsWith(kind) ? [[place.slice(kind.length), id]] : [],
    );
  const query = new URLSearchParams(given('query.')).toString();
  const { path: others, body: rest } = GUARDED_ROUTES[route] ?? {};
  const body = { ...rest?.(), ...Object.fromEntries(given('body.')) };
  return {
    method,
    path:
      path.replaceAll(/:(\w+)/g, (_, name: string) => ids[`path.${name}`] ?? others?.[name] ?? name) +
      (query && `?${query}`),
    body: method === 'GET' || method === 'DELETE' ? undefined : body,
  };
}

export const send = (
  client: Client,
  { method, path, body }: GuardedRequest,
  headers: Record<string, string> = {},
): Promise<Answer> => client.send(method, path, body, headers);
