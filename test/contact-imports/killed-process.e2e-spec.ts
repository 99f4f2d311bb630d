import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { anOutsider, LEFT_ALONE, type Outsider } from '../support/killed-jobs.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import { PROCESS_SECRET_KEY, startServiceProcess } from '../support/service-process.js';
import { startServiceOn } from '../support/service.js';
import { aVisitor, Visitor } from '../support/visitor.js';

const PATH = '/settings/contact-imports';

let postgres: PrivatePostgres;
let outside: Outsider;
let acme: Client;
let owner: Visitor;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  const arranging = await startServiceOn(postgres.url, {
    secretKeys: { current: PROCESS_SECRET_KEY, previous: [] },
  });
  acme = await arranging.anOrganization();
  owner = await aVisitor(arranging, acme.organizationId);
  await acme.post('/api/contacts', { phone: phoneOf(1_100) });
  // Before the one that is killed is there: the job must be the killed one's.
  await arranging.stop();
  outside = await anOutsider(postgres.url);
});
afterAll(async () => {
  await outside?.leave();
  await postgres?.stop();
});

const phoneOf = (n: number): string => `+1415${5_000_000 + n}`;

/** 1,800 people, of whom one is known; the first hundred once more; a hundred without a number. */
const FILE = [
  'phone,first name',
  ...Array.from({ length: 1_800 }, (_, n) => `${phoneOf(n)},Person ${n}`),
  ...Array.from({ length: 100 }, (_, n) => `${phoneOf(n)},Person ${n}`),
  ...Array.from({ length: 100 }, (_, n) => `none,Nobody ${n}`),
].join('\n');

const COUNTS = `
  SELECT status, row_count AS rows, done_count AS done, created_count AS created, updated_count AS updated,
         unchanged_count AS unchanged, refused_count AS refused FROM contact_imports`;

describe('a process that is killed in the middle of an import', () => {
  it('leaves the rest to the next one: no row is lost, none counts twice', async () => {
    const killed = await startServiceProcess(postgres.url);
    const visitor = new Visitor(killed.url);
    for (const [name, value] of owner.cookies) visitor.cookies.set(name, value);
    const { location } = await visitor.upload(PATH, PATH, { name: 'people.csv', content: FILE });
    await outside.hold(`SELECT 1 FROM contacts WHERE phone = $1 FOR UPDATE`, [phoneOf(1_100)]);
    await visitor.submit(location ?? '', location ?? '');
    await eventually(() => outside.isAwaited(), 60);
    await killed.end('SIGKILL');
    const begun = await outside.rows(`${COUNTS} WHERE done_count > 500 AND done_count < 1500`);
    expect(begun).toMatchObject([{ status: 'running' }]);
    await outside.letGo();

    const next = await startServiceProcess(postgres.url);
    try {
      await eventually(async () => {
        for (const statement of LEFT_ALONE) await outside.rows(statement);
        return (await outside.rows(`${COUNTS} WHERE status = 'completed'`)).length > 0;
      }, 60);
    } finally {
      await next.end('SIGKILL');
    }
    const outcome = { created: 1_799, updated: 1, unchanged: 100, refused: 100 };
    expect(await outside.rows(COUNTS)).toEqual([
      { status: 'completed', rows: 2_000, done: 2_000, ...outcome },
    ]);
    const contacts = await outside.rows(`SELECT phone, first_name AS name FROM contacts ORDER BY phone`);
    expect(contacts).toEqual(
      Array.from({ length: 1_800 }, (_, n) => ({ phone: phoneOf(n), name: `Person ${n}` })),
    );
    const told = await outside.rows(
      `SELECT type, count(*)::int AS events, count(DISTINCT contact_id)::int AS contacts FROM events
        WHERE type <> 'contact.created' OR created_at > (SELECT created_at FROM contact_imports)
        GROUP BY type ORDER BY type`,
    );
    expect(told).toEqual([
      { type: 'contact.created', events: 1_799, contacts: 1_799 },
      { type: 'contact.updated', events: 1, contacts: 1 },
    ]);
    expect(await outside.rows(`SELECT count(*)::int AS problems FROM contact_import_problems`)).toEqual([
      { problems: 100 },
    ]);
    expect(await outside.rows(`SELECT 1 FROM contact_import_chunks`)).toEqual([]);
  }, 180_000);
});
