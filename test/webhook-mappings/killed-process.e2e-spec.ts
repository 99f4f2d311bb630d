import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { anOutsider, LEFT_ALONE, type Outsider } from '../support/killed-jobs.js';
import { aMapping } from '../support/mappings.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import { PROCESS_SECRET_KEY, startServiceProcess } from '../support/service-process.js';
import { startServiceOn } from '../support/service.js';
import { aVisitor, Visitor } from '../support/visitor.js';

const REQUESTS = 40;
/** Refused again, a little before the process dies. */
const STILL_WRONG = 22;
/** About somebody who is known, and whom the process waits for when it dies. */
const KNOWN = 25;

let postgres: PrivatePostgres;
let outside: Outsider;
let acme: Client;
let owner: Visitor;
let path: string;

const phoneOf = (n: number): string => `+13125551${String(n).padStart(3, '0')}`;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  const arranging = await startServiceOn(postgres.url, {
    secretKeys: { current: PROCESS_SECRET_KEY, previous: [] },
  });
  acme = await arranging.anOrganization();
  owner = await aVisitor(arranging, acme.organizationId);
  const mapping = await aMapping(acme);
  for (let n = 0; n < REQUESTS; n += 1) await mapping.post({ tel: n === STILL_WRONG ? 'none' : phoneOf(n) });
  await acme.patch(mapping.path, { field_mappings: [{ source: 'tel', target: 'phone' }] });
  await acme.post('/api/contacts', { phone: phoneOf(KNOWN) });
  path = `/settings/webhook-mappings/${mapping.id}`;
  // Before the one that is killed is there: the job must be the killed one's.
  await arranging.stop();
  outside = await anOutsider(postgres.url);
});
afterAll(async () => {
  await outside?.leave();
  await postgres?.stop();
});

const REPLAYED = `SELECT count(*)::int AS lines, count(DISTINCT replay_of)::int AS requests,
                         count(*) FILTER (WHERE outcome = 'rejected')::int AS refused
                    FROM intake_requests WHERE replay_of IS NOT NULL`;

describe('a process that is killed while it posts refused requests again', () => {
  it('leaves the rest to the next one: each is posted once, and counted', async () => {
    const killed = await startServiceProcess(postgres.url);
    const visitor = new Visitor(killed.url);
    for (const [name, value] of owner.cookies) visitor.cookies.set(name, value);
    await outside.hold(`SELECT 1 FROM contacts WHERE phone = $1 FOR UPDATE`, [phoneOf(KNOWN)]);
    await visitor.submit(`${path}/log`, `${path}/replays`, { what: 'all' });
    await eventually(() => outside.isAwaited(), 60);
    await killed.end('SIGKILL');
    expect(await outside.rows(REPLAYED)).toEqual([{ lines: KNOWN, requests: KNOWN, refused: 1 }]);
    await outside.letGo();

    const next = await startServiceProcess(postgres.url);
    try {
      await eventually(async () => {
        for (const statement of LEFT_ALONE) await outside.rows(statement);
        return (await outside.rows(`SELECT 1 FROM intake_replays WHERE finished_at IS NOT NULL`)).length > 0;
      }, 60);
    } finally {
      await next.end('SIGKILL');
    }
    expect(await outside.rows(REPLAYED)).toEqual([{ lines: REQUESTS, requests: REQUESTS, refused: 1 }]);
    expect(await outside.rows(`SELECT total, accepted, refused, refusals FROM intake_replays`)).toEqual([
      {
        total: REQUESTS,
        accepted: REQUESTS - 1,
        refused: 1,
        refusals: { 'A valid phone number is required': 1 },
      },
    ]);
    expect(await outside.rows(`SELECT count(*)::int AS contacts FROM contacts`)).toEqual([
      { contacts: REQUESTS - 1 },
    ]);
    const twice = await outside.rows(
      `SELECT contact_id FROM events WHERE type = 'contact.created' GROUP BY 1 HAVING count(*) > 1`,
    );
    expect(twice).toEqual([]);
  }, 180_000);
});
