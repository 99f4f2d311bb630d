import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findEmbeddedPostgres } from '../../src/database/embedded-postgres.server.js';
import { runCli } from '../support/cli.js';
import { aDataFolder, aKeeper, endAll, one } from '../support/embedded-servers.js';

/** A server is started from nothing, more than once. */
const PATIENCE_MS = 120_000;

afterEach(endAll, PATIENCE_MS);

describe('the command line on the embedded database', () => {
  it(
    'makes the database when there is none, keeps its secret key private, and leaves no server behind',
    async () => {
      const dataDir = await aDataFolder();
      const made = await runCli({ DATA_DIR: dataDir }, 'organization', 'create', '--name', 'Acme', '--json');
      expect(made).toMatchObject({ code: 0, stderr: '' });
      expect(await findEmbeddedPostgres(dataDir)).toBeNull();
      expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);

      const listed = await runCli({ DATA_DIR: dataDir }, 'organization', 'list', '--json');
      expect(listed.json().data).toMatchObject([{ id: made.json().organization_id, name: 'Acme' }]);
      expect(await findEmbeddedPostgres(dataDir)).toBeNull();
    },
    PATIENCE_MS,
  );

  it(
    'uses the server of a running service and does not stop it',
    async () => {
      const dataDir = await aDataFolder();
      const keeper = await aKeeper(dataDir);
      const made = await runCli({ DATA_DIR: dataDir }, 'organization', 'create', '--name', 'Acme', '--json');
      expect(made).toMatchObject({ code: 0, stderr: '' });
      expect(await one(keeper.url, 'SELECT id FROM organizations')).toBe(made.json().organization_id);
    },
    PATIENCE_MS,
  );
});
