import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client } from './client.js';
import { eventually } from './eventually.js';
import { startServiceOn } from './service.js';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));

/** Random-looking, and the same for every process, so that replicas agree. */
export const PROCESS_SECRET_KEY = 'Zx8Qp1V7nR4tK2mB9wL5cJ3hF6dS0gYa';

/** A start on a busy machine. */
const PATIENCE_SECONDS = 90;

type Environment = Record<string, string>;

/** The service as an operator runs it: a process of its own, with nothing but its environment. */
export interface ServiceProcess {
  url: string;
  process: ChildProcess;
  /** Everything it wrote so far, standard output and standard error. */
  output(): string;
  /** Sends a signal and waits for the end. @returns the exit code, null when the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts it, on a database of its own in DATA_DIR where none is given, and waits until it says where it is.
 * @throws Error with its output when it ends instead
 */
export async function startServiceProcess(
  databaseUrl: string | null,
  environment: Environment = {},
): Promise<ServiceProcess> {
  const spawned = spawnService({ ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...environment });
  const said = eventually(async () => /http:\/\/\S+(?=\/docs)/.exec(spawned.output())?.[0], PATIENCE_SECONDS);
  // One that did not come up in time is nobody's.
  const url = await Promise.race([said, spawned.ended.then(() => null)]).catch(() => {
    spawned.process.kill('SIGKILL');
  });
  if (!url) throw new Error(`The service did not come up: ${spawned.output()}`);
  return { ...spawned, url };
}

/** Starts it with a configuration that it refuses. @returns the exit code and what it wrote */
export async function startInVain(
  environment: Environment,
): Promise<{ code: number | null; output: string }> {
  const { ended, output } = spawnService(environment);
  return { code: await ended, output: output() };
}

function spawnService(environment: Environment) {
  const defaults = { PORT: '0', SECRET_KEY: PROCESS_SECRET_KEY, RATE_LIMIT: 'off', DRAIN_SECONDS: '0' };
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], ...defaults, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => {
    const warning = /^\(node:\d+\).*Warning.*$/m.exec(written);
    if (warning) throw new Error(`The service gave rise to a warning: ${warning[0]}`);
    return code as number | null;
  });
  // It may end while nobody waits for that.
  ended.catch(() => undefined);
  return {
    process: child,
    ended,
    output: () => written,
    end: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** A port that was free a moment ago, for a service that has to come back where it was. */
export async function freePort(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** An organization in a database that only service processes use; the client wants their address. */
export async function anOrganizationIn(databaseUrl: string): Promise<Client> {
  const service = await startServiceOn(databaseUrl);
  try {
    return await service.anOrganization();
  } finally {
    await service.stop();
  }
}
