import { Maintenance } from '../../src/jobs/maintenance.service.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let organizationId: string;

beforeAll(async () => {
  service = await startService();
  ({ organizationId } = await service.anOrganization());
});
afterAll(() => service.stop());

const run = (name: string) => service.app.get(Maintenance).run(name);
const count = async (table: string) =>
  (await service.db.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${table}`))[0].n;

describe('maintenance', () => {
  it('forgets idempotency keys after 24 hours, however many there are', async () => {
    await service.db.query(
      `INSERT INTO idempotency_keys (organization_id, key_hash, request_hash, status, answer, created_at)
       SELECT $1, int4send(n), '', 201, '',
              now() - CASE WHEN n <= 1200 THEN interval '24 hours 1 minute' ELSE interval '23 hours 59 minutes' END
         FROM generate_series(1, 1210) n`,
      [organizationId],
    );
    await run('idempotency keys');
    expect(await count('idempotency_keys')).toBe(10);
  });

  it('forgets events after 30 days', async () => {
    await service.db.query(
      `INSERT INTO events (organization_id, id, type, data, created_at)
       SELECT $1, gen_random_uuid(), 'contact.created', '{}', now() - make_interval(days => age)
         FROM unnest('{1,29,31,400}'::int[]) age`,
      [organizationId],
    );
    await run('events');
    expect(await count('events')).toBe(2);
  });

  it('forgets rate limits whose minute is long over', async () => {
    await service.db.query(
      `INSERT INTO rate_limits (key, window_start, used)
       VALUES ('old', now() - interval '2 hours', 1), ('recent', now() - interval '2 minutes', 1)`,
    );
    await run('rate limits');
    expect(await service.db.query(`SELECT key FROM rate_limits`)).toEqual([{ key: 'recent' }]);
  });

  it('leaves the work to the replica that is at it', async () => {
    const other = await service.replica();
    let working = 0;
    let most = 0;
    let batches = 0;
    const slow = {
      name: 'slow work',
      everySeconds: 3_600,
      run: async () => {
        working += 1;
        batches += 1;
        most = Math.max(most, working);
        await new Promise((resolve) => setTimeout(resolve, 30));
        working -= 1;
        return batches < 5;
      },
    };
    const replicas = [service.app, other.app].map((app) => app.get(Maintenance));
    for (const maintenance of replicas) maintenance.add(slow);
    await Promise.all(replicas.map((maintenance) => maintenance.run('slow work')));
    expect(most).toBe(1);
    expect(batches).toBeGreaterThanOrEqual(5);
  });

  it('a stop waits for the batch that runs and begins no other', async () => {
    const { app } = await service.replica();
    const maintenance = app.get(Maintenance);
    let begun = 0;
    let done = 0;
    maintenance.add({
      name: 'endless work',
      everySeconds: 0,
      run: async () => {
        begun += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
        done += 1;
        return true;
      },
    });
    await eventually(async () => begun > 0);
    await app.close();
    expect(done).toBe(begun);
    const after = begun;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(begun).toBe(after);
  });
});
