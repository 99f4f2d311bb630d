import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findEmbeddedPostgres } from '../../src/database/embedded-postgres.server.js';
import {
  aDataFolder,
  aServer,
  endAll,
  one,
  quick,
  remember,
  remembered,
} from '../support/embedded-servers.js';

afterEach(endAll);

describe('The embedded PostgreSQL', () => {
  it('opens to this machine and to its password alone', async () => {
    const dataDir = await aDataFolder();
    const server = await aServer(dataDir);
    expect(server.started).toBe(true);
    expect(await one(server.url, `SELECT current_setting('listen_addresses')`)).toBe('127.0.0.1');
    expect(await one(server.url, `SELECT current_setting('unix_socket_directories')`)).toBe('');
    expect(await modeOf(join(dataDir, 'postgres', 'voice-agents.password'))).toBe('600');
    await expect(one(withPassword(server.url, 'wrong'), 'SELECT 1')).rejects.toThrow(
      /password authentication/,
    );
    await server.stop();
    await expect(one(server.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  it('is set up for a service: durable, UTC, and the same order of letters on every system', async () => {
    const server = await aServer(await aDataFolder(), { settings: { work_mem: '7MB' } });
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'TimeZone', 'jit', 'work_mem'];
    const values = settings.map((name) => one(server.url, `SELECT current_setting('${name}')`));
    expect(await Promise.all(values)).toEqual(['on', 'on', 'on', 'UTC', 'off', '7MB']);
    expect(
      await one(
        server.url,
        `SELECT concat_ws(' ', datname, pg_get_userbyid(datdba), datlocprovider, datlocale, pg_encoding_to_char(encoding))
         FROM pg_database WHERE datname = current_database()`,
      ),
    ).toBe('voice_agents voice_agents b C.UTF-8 UTF8');
    await server.stop();
  });

  it('keeps its data and its address over a restart', async () => {
    const dataDir = await aDataFolder();
    const first = await aServer(dataDir);
    await remember(first.url, 'before the restart');
    await first.stop();
    const second = await aServer(dataDir);
    expect(second).toMatchObject({ started: true, url: first.url });
    expect(await remembered(second.url)).toBe('before the restart');
    await second.stop();
  });

  it('is found while it runs; who only found it does not stop it', async () => {
    const dataDir = await aDataFolder();
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
    const server = await aServer(dataDir);
    expect(await findEmbeddedPostgres(dataDir)).toBe(server.url);
    await server.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('tells what the server said when it cannot start', async () => {
    const start = aServer(await aDataFolder(), {
      ...quick,
      settings: { shared_buffers: 'much' },
    });
    await expect(start).rejects.toThrow(
      /pg_ctl failed:[^]*invalid value for parameter "shared_buffers": "much"/,
    );
  });
});

function withPassword(address: string, password: string): string {
  const url = new URL(address);
  url.password = password;
  return url.href;
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
