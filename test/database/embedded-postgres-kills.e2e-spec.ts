import { spawn } from 'node:child_process';
import { chown, mkdir, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findEmbeddedPostgres } from '../../src/database/embedded-postgres.server.js';
import {
  aDataFolder,
  aKeeper,
  aProcess,
  aServer,
  endAll,
  kill,
  one,
  quick,
  remember,
  remembered,
} from '../support/embedded-servers.js';
import { eventually } from '../support/eventually.js';
import { spawnKeeper } from '../support/keep-postgres.js';
import { postmasterPid } from '../support/quit-server.js';

afterEach(endAll);

describe('The embedded PostgreSQL, when processes are killed or race', () => {
  it('is adopted after the process that started it was killed, and stopped by the one that adopted it', async () => {
    const dataDir = await aDataFolder();
    const killed = await aKeeper(dataDir);
    await remember(killed.url, 'before the kill');
    await kill(killed.process);
    const server = await aServer(dataDir);
    expect(server).toMatchObject({ started: false, url: killed.url });
    expect(await remembered(server.url)).toBe('before the kill');
    await server.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('starts after server and service were killed, with all that was committed', async () => {
    const dataDir = await aDataFolder();
    const killed = await aKeeper(dataDir, {});
    await remember(killed.url, 'committed');
    await kill(killed.process);
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    const server = await aServer(dataDir);
    expect(server.started).toBe(true);
    expect(await remembered(server.url)).toBe('committed');
    await server.stop();
  });

  it('comes back on the same address when it is killed while in use', async () => {
    const dataDir = await aDataFolder();
    const server = await aServer(dataDir);
    await remember(server.url, 'before');
    const before = await postmasterPid(dataDir);
    process.kill(before, 'SIGKILL');
    expect(await eventually(() => remembered(server.url).catch(() => null))).toBe('before');
    expect(await postmasterPid(dataDir)).not.toBe(before);
    await server.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('stays in hold when an administrator ends every session', async () => {
    const dataDir = await aDataFolder();
    const server = await aServer(dataDir);
    await one(
      server.url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    const holders = () =>
      one(
        server.url,
        `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND granted HAVING count(*) = 1`,
      );
    await eventually(holders);
    await server.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('is one server for processes that start at once, and the last of them stops it', async () => {
    const dataDir = await aDataFolder();
    const keepers = await Promise.all([1, 2, 3].map(() => aKeeper(dataDir)));
    expect(keepers.filter((keeper) => keeper.started)).toHaveLength(1);
    expect(new Set(keepers.map((keeper) => keeper.url)).size).toBe(1);
    const [starter, ...adopters] = keepers.sort((a, b) => Number(b.started) - Number(a.started));
    await starter?.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBe(starter?.url);
    await Promise.all(adopters.map((keeper) => keeper.stop()));
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('starts for one process while the last one before it is stopping it', async () => {
    const dataDir = await aDataFolder();
    const leaving = await aServer(dataDir);
    const [arriving] = await Promise.all([aServer(dataDir), leaving.stop()]);
    expect(await one(arriving.url, 'SELECT 1')).toBe(1);
    await arriving.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('is not kept from starting by a postmaster.pid whose number another process has by now', async () => {
    const dataDir = await aDataFolder();
    const first = await aServer(dataDir);
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const text = await readFile(file, 'utf8');
    await first.stop();
    const owner = await stat(join(dataDir, 'postgres'));
    const other = aProcess(spawn('sleep', ['60'], { uid: owner.uid, gid: owner.gid }));
    await writeFile(file, text.replace(/^\d+/, `${other.pid}`));
    await chown(file, owner.uid, owner.gid);
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
    await writeFile(file, text.replace(/^\d+/, `${other.pid}`));
    await chown(file, owner.uid, owner.gid);
    const second = await aServer(dataDir);
    expect(second.started).toBe(true);
    await second.stop();
  });

  it('starts after its first start was killed half-way, and takes the rest away', async () => {
    const dataDir = await aDataFolder();
    const left = join(dataDir, 'postgres.new-left');
    await mkdir(join(left, 'data'), { recursive: true });
    await utimes(left, new Date(0), new Date(0));
    const logged = (text: string) => async () =>
      (await readFile(join(dataDir, 'postgres.log'), 'utf8').catch(() => '')).split(text).length - 1;
    const killed = aProcess(spawnKeeper(dataDir, quick));
    await eventually(logged('The files belonging to this database system'));
    await kill(killed);
    expect(await readdir(dataDir)).not.toContain('postgres');
    const server = await aServer(dataDir);
    // initdb outlives its parent; it must be done before its folder goes away.
    await eventually(async () => (await logged('Sync to disk skipped')()) === 2);
    expect(await readdir(dataDir)).not.toContain('postgres.new-left');
    await server.stop();
  });
});
