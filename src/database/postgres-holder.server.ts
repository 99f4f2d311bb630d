import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type PostgresCluster, START_TIMEOUT_S } from './postgres-cluster.server.js';
import { DATABASE, findPostmaster, serverUrl } from './postmaster.server.js';
import type { ServerSettings } from './server-settings.js';

const RETRY_MS = 100;
const REVIVE_RETRY_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
const WRONG_PASSWORD = '28P01';
const NEVER_READY = `The embedded PostgreSQL did not accept connections within ${START_TIMEOUT_S} s. See postgres.log.`;
/** The lock and the check for the database happen here: sessions in `voice_agents` would forbid cloning it. */
const MAINTENANCE_DATABASE = 'postgres';

/**
 * The lock that says who uses the server: each process holds it shared, in a session of its own, and who gets it
 * exclusively is the last. A killed process drops it with its session, so nothing can go stale; a process that
 * arrives while the last one stops the server waits for it, loses its session with the server, and starts anew.
 */
const IN_USE = `hashtext('voice-agents: server in use')`;

/** One process's hold on the server of a cluster: brings it up, keeps it up, and stops it as the last one to leave. */
export class PostgresHolder {
  private readonly leaving = new AbortController();
  private session: Client | undefined;
  private revival: Promise<void> = Promise.resolve();
  private left: Promise<void> | undefined;

  constructor(
    private readonly cluster: PostgresCluster,
    private readonly settings: ServerSettings,
  ) {}

  /** Adopts the running server or starts one. Whoever loses a race to start it finds the winner's. */
  async take(settings = this.settings): Promise<{ port: number; started: boolean }> {
    const deadline = Date.now() + START_TIMEOUT_S * 1000;
    let started = false;
    for (;;) {
      const server = await findPostmaster(this.cluster.folder);
      if (server === null && (await this.cluster.start(settings))) {
        started = true;
        continue;
      }
      const port = server?.ready ? server.port : null;
      const problem = port === null ? null : await this.hold(port);
      if (port !== null && problem === null) return { port, started };
      if (Date.now() > deadline) throw new Error(NEVER_READY, { cause: problem });
      await sleep(RETRY_MS, undefined, { signal: this.leaving.signal });
    }
  }

  /** Lets go of the server and stops it if nobody else holds it. */
  leave(): Promise<void> {
    this.left ??= this.letGo();
    return this.left;
  }

  private async letGo(): Promise<void> {
    this.leaving.abort();
    await this.revival;
    await this.session?.end();
    const server = await findPostmaster(this.cluster.folder);
    if (!server?.ready || !server.port) return;
    // No session, or no answer in it: another process is stopping the server already.
    const session = await connect(await this.address(server.port)).catch(() => null);
    const lock = await session
      ?.query<{ last: boolean }>(`SELECT pg_try_advisory_lock(${IN_USE}) AS last`)
      .catch(() => null);
    try {
      if (lock?.rows[0]?.last) await this.cluster.stop();
    } finally {
      await session?.end();
    }
  }

  /** @returns what went wrong, if it may pass: a server that stops, a race to create the database */
  private async hold(port: number): Promise<Error | null> {
    const address = await this.address(port);
    let session: Client | undefined;
    try {
      session = await connect(address);
      await session.query(`SELECT pg_advisory_lock_shared(${IN_USE})`);
      await createDatabase(session);
      session.once('end', () => this.revive(port));
      this.session = session;
      return null;
    } catch (error) {
      await session?.end();
      if ((error as { code?: string }).code === WRONG_PASSWORD) throw error;
      return error as Error;
    }
  }

  private address(port: number): Promise<string> {
    return serverUrl(this.cluster.folder, port, MAINTENANCE_DATABASE);
  }

  /** The session ended, so the server probably did: brings it back where the connection pools look for it. */
  private revive(port: number): void {
    if (this.leaving.signal.aborted) return;
    this.revival = this.bringBack({ ...this.settings, port: `${port}` });
  }

  private async bringBack(settings: ServerSettings): Promise<void> {
    const { signal } = this.leaving;
    while (!signal.aborted) {
      try {
        await this.take(settings);
        return;
      } catch {
        // The server's log has the reason. Nothing is lost by trying again: it may be a full disk that gets emptied.
        await sleep(REVIVE_RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }
}

async function connect(connectionString: string): Promise<Client> {
  const session = new Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'voice-agents server holder',
  });
  // Without a listener a lost session would end the process; the 'end' that follows is what matters.
  session.on('error', () => {});
  await session.connect();
  return session;
}

/** Two processes may both find it missing; the slower one's error passes with the next try. */
async function createDatabase(session: Client): Promise<void> {
  const found = await session.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (found.rowCount === 0) await session.query(`CREATE DATABASE ${DATABASE}`);
}
