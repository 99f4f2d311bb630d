import { resetClock, setClock } from '../support/clock.js';
import { request } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
afterEach(() => resetClock());

const ready = () => request(`${service.url}/health/ready`);
const WELL = { database: 'ok', migrations: 'ok', dialler: 'ok', deliverer: 'ok', accepting: 'ok' };

describe('readiness', () => {
  it('says what was looked at', async () => {
    expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready', checks: WELL } });
  });

  it('is refused on a schema that is older than the service, as a restored backup may be', async () => {
    const [newest] = await service.db.query(
      `DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING *`,
    );
    try {
      expect(await ready()).toMatchObject({
        status: 503,
        body: { status: 'unready', checks: { ...WELL, migrations: 'failing' } },
      });
      expect((await request(`${service.url}/health/live`)).status).toBe(200);
    } finally {
      const { id, timestamp, name } = newest[0];
      await service.db.query(`INSERT INTO migrations (id, timestamp, name) VALUES ($1, $2, $3)`, [
        id,
        timestamp,
        name,
      ]);
    }
    await eventually(async () => (await ready()).status === 200);
  });

  it('is refused while calls cannot be dialled, and given again when they can', async () => {
    const blocker = service.db.createQueryRunner();
    await blocker.connect();
    await blocker.startTransaction();
    try {
      await blocker.query(`LOCK TABLE calls IN ACCESS EXCLUSIVE MODE`);
      // Only the clock goes on: the dialler's round, which waits for the table, takes longer than a slow database's.
      setClock(Date.now() + 60_000);
      const refusal = await eventually(async () => {
        const answer = await ready();
        return answer.body.checks.dialler === 'failing' && answer.body.checks.deliverer === 'ok' && answer;
      });
      expect(refusal).toMatchObject({ status: 503, body: { checks: { ...WELL, dialler: 'failing' } } });
    } finally {
      await blocker.rollbackTransaction();
      await blocker.release();
    }
    await eventually(async () => (await ready()).status === 200);
  });
});
