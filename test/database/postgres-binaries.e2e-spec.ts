import { chmod, chown, lchown, mkdtemp, readdir, realpath, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireOwn } from '../../src/database/postgres-binaries.server.js';
import { aDataFolder, aFolder, aKeeper, aServer, endAll, quick } from '../support/embedded-servers.js';
import type { KeeperProcess } from '../support/keep-postgres.js';
import { copyLauncher } from '../support/launcher-copy.js';
import { postmasterPid } from '../support/quit-server.js';

const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

afterEach(endAll);

describe("The embedded PostgreSQL's binaries", () => {
  it('takes programs only from a folder that nobody else can write to', async () => {
    const folder = await aFolder();
    await expect(requireOwn(folder)).resolves.toBeUndefined();
    await chmod(folder, 0o777);
    await expect(requireOwn(folder)).rejects.toThrow('must be a folder that only user');
  });

  it('says to set DATABASE_URL where its binaries are not installed', async () => {
    const folder = await aFolder();
    const launcher = await copyLauncher(folder, { binaries: false });
    const keeper = aKeeper(await aDataFolder(), quick, launcher);
    await expect(keeper).rejects.toThrow(/is not installed\. Set DATABASE_URL/);
  });

  describe('from an installation without install scripts', () => {
    let installation: string;
    let launcher: KeeperProcess;

    beforeAll(async () => {
      installation = await mkdtemp(join(tmpdir(), 'voice-agents-test-'));
      launcher = await copyLauncher(installation);
    });
    beforeEach(() => removeLinks(join(installation, 'node_modules')));
    afterAll(() => rm(installation, { recursive: true }));

    it('runs for the user who installed it', async () => {
      await chmod(installation, 0o755);
      const dataDir = await aDataFolder();
      const server = await aKeeper(dataDir, quick, launcher);
      expect(await realpath(`/proc/${await postmasterPid(dataDir)}/exe`)).toContain(installation);
      await server.stop();
    });

    if (isRoot) {
      it('runs for root as another user, even where all is below a folder closed to others', async () => {
        await chmod(installation, 0o700);
        const dataDir = join(await aDataFolder(), 'data');
        const server = await aKeeper(dataDir, quick, launcher);
        expect(await ownerOf(join(dataDir, 'postgres'))).not.toBe(0);
        expect(await ownerOf(`/proc/${await postmasterPid(dataDir)}`)).not.toBe(0);
        await server.stop();
      });

      it('runs for a user who may not write to the installation', async () => {
        await chmod(installation, 0o755);
        const dataDir = await aDataFolder();
        await chown(dataDir, NOBODY.uid, NOBODY.gid);
        const server = await aKeeper(dataDir, quick, { ...launcher, ...NOBODY });
        expect(await ownerOf(`/proc/${await postmasterPid(dataDir)}`)).toBe(NOBODY.uid);
        await server.stop();
      });
    }
  });

  if (isRoot) {
    it('runs for root as the owner of its data', async () => {
      const dataDir = await aDataFolder();
      await (await aServer(dataDir)).stop();
      await giveTo(join(dataDir, 'postgres'), 12_345);
      const server = await aServer(dataDir);
      expect(await ownerOf(`/proc/${await postmasterPid(dataDir)}`)).toBe(12_345);
      await server.stop();
    });
  }
});

const ownerOf = async (path: string) => (await stat(path)).uid;

async function removeLinks(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink());
  await Promise.all(links.map((entry) => unlink(join(entry.parentPath, entry.name))));
}

async function giveTo(folder: string, uid: number): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    [folder, ...names.map((name) => join(folder, name))].map((path) => lchown(path, uid, uid)),
  );
}
