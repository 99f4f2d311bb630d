import { v7 } from 'uuid';
import { JOB_SCHEMA } from '../../src/jobs/job-tables.client.js';
import { type Answer, type Client, request } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { routesOf } from '../support/routes.js';
import { startServiceWithCarrier } from '../support/own-carrier.js';
import type { TestService } from '../support/service.js';
import { ownIds, requestWith, send } from './guarded-requests.js';
import { idPlacesOf } from './id-places.js';
import { PAGE_ROUTES } from './page-table.js';
import { GUARDED_ROUTES, type Ids, OTHER_ROUTES, THINGS } from './route-table.js';

let service: TestService;
let acme: Client;
let globex: Client;

beforeAll(async () => {
  service = await startServiceWithCarrier();
  acme = await service.anOrganization('Acme');
  globex = await service.anOrganization('Globex');
  // Calls come from it.
  await acme.post('/api/phone-numbers', { number: '+13125550100', is_default: true });
});
afterAll(() => service.stop());

/** One id of a route: what it names, and where it stands. */
interface Place {
  route: string;
  place: string;
}
const PLACES: Place[] = Object.entries(GUARDED_ROUTES).flatMap(([route, { ids = {} }]) =>
  Object.keys(ids).map((place) => ({ route, place })),
);

/** Nothing of an earlier request is still being done; what was put off for long is not begun during a test. */
const idle = () =>
  eventually(async () => {
    const [jobs] = await service.db.query<{ open: boolean }[]>(
      `SELECT EXISTS (SELECT FROM ${JOB_SCHEMA}.job WHERE state < 'completed'
        AND NOT (state = 'created' AND start_after > now() + interval '30 seconds')) AS open`,
    );
    return jobs?.open === false;
  });

/** What triggers note of calls is added up in the background, at any time. */
const COUNTS = ['call_counts', 'call_count_changes', 'call_recounts'];

/** Everything the database holds; a key's last use is no change of anything, nor is a replica's sign of life. */
async function everything(): Promise<unknown> {
  const tables: { name: string }[] = await service.db.query(
    `SELECT quote_ident(relname) AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1)`,
    [COUNTS],
  );
  return service.db.query(
    tables
      .map(
        ({ name }) =>
          `SELECT '${name}' AS name, count(*), md5(string_agg(line, '' ORDER BY line))
             FROM (SELECT (to_jsonb(row) - 'last_used_at' - 'seen_at')::text AS line FROM ${name} row) lines`,
      )
      .join(' UNION ALL '),
  );
}

const ask = (client: Client, route: string, ids: Ids): Promise<Answer> =>
  send(client, requestWith(route, ids), { 'x-request-id': 'the-same' });

const visible = ({ status, headers, text }: Answer) => ({
  status,
  headers: [...headers].filter(([name]) => name !== 'date'),
  text,
});

describe('routes', () => {
  it('every route of the application is in the table of this test, and the table names no other', () => {
    const known = [GUARDED_ROUTES, PAGE_ROUTES, OTHER_ROUTES].flatMap((table) => Object.keys(table));
    const offered = routesOf(service.app).map(({ method, template }) => `${method} ${template}`);
    expect(offered.toSorted()).toEqual(known.toSorted());
  });

  it('every place where a route takes an id is in the table of this test', async () => {
    const { body: document } = await request(`${service.url}/openapi.json`);
    const places = Object.keys(GUARDED_ROUTES).flatMap((route) =>
      idPlacesOf(route, document).map((place) => ({ route, place })),
    );
    expect(PLACES).toEqual(expect.arrayContaining(places));
  });
});

describe.each(PLACES)('$route with an id in $place', ({ route, place }) => {
  it('answers a foreign id like one that nobody has, and changes nothing', async () => {
    const thing = GUARDED_ROUTES[route]?.ids?.[place];
    const foreign = thing && (await THINGS[thing](service, globex));
    const own = await ownIds(service, acme, route);
    await idle();
    const before = await everything();

    const toForeign = await ask(acme, route, { ...own, [place]: foreign ?? '' });
    const toRandom = await ask(acme, route, { ...own, [place]: v7() });

    expect(visible(toForeign)).toEqual(visible(toRandom));
    expect(await everything()).toEqual(before);
    expect(toForeign.status).toBeLessThan(500);
  });

  it('refuses an id that is none, and changes nothing', async () => {
    const own = await ownIds(service, acme, route);
    await idle();
    const before = await everything();

    const answer = await ask(acme, route, { ...own, [place]: 'not-an-id' });

    expect(answer.status).toBe(place.startsWith('path.') ? 404 : 400);
    expect(await everything()).toEqual(before);
  });

  it('accepts an own id', async () => {
    expect((await ask(acme, route, await ownIds(service, acme, route))).status).toBeLessThan(300);
  });
});
