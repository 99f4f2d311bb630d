import { setTimeout as delay } from 'node:timers/promises';
import { databaseCode, isDatabaseUnavailable } from './common/database-errors.js';
import { StartRefused } from './common/start-refused.js';

const BETWEEN_ATTEMPTS_MS = 500;

/** No patience helps against these: a wrong password, a user or a database that does not exist. */
const REFUSED = new Set(['28P01', '28000', '3D000']);

export interface Patience {
  /** For messages: host and port are shown, nothing else. */
  databaseUrl: string;
  seconds: number;
  /** Nobody waits any more. */
  signal?: AbortSignal | undefined;
}

/**
 * Does what a start needs of the database, again and again until it can be reached: a server may come up after those
 * who use it, and a busy one misses the short time-outs of a request.
 * @throws StartRefused when it cannot be reached in that time, or refuses
 */
export async function whenReachable<T>(work: () => Promise<T>, patience: Patience): Promise<T> {
  const { seconds, signal } = patience;
  const end = performance.now() + seconds * 1_000;
  const { host } = new URL(patience.databaseUrl);
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isOver = performance.now() >= end || signal?.aborted === true;
      if (isOver || !isDatabaseUnavailable(error)) throw inWords(error, host);
      const news = `The database at ${host} cannot be reached yet: ${reasonOf(error)}. Waiting up to ${seconds} s for it.`;
      if (attempt === 1) process.stderr.write(`${news}\n`);
      await delay(BETWEEN_ATTEMPTS_MS, null, signal && { signal }).catch(() => undefined);
    }
  }
}

/** What the operator can do something about is said in a sentence; anything else is left as it is. */
function inWords(error: unknown, host: string): unknown {
  const what = `The database at ${host}`;
  const reason = reasonOf(error);
  if (REFUSED.has(databaseCode(error) ?? ''))
    return new StartRefused(`${what} refuses: ${reason}. Look at DATABASE_URL.`);
  const unreachable = `${what} cannot be reached: ${reason}. Look at DATABASE_URL, and at the server's own log.`;
  return isDatabaseUnavailable(error) ? new StartRefused(unreachable) : error;
}

/** Where a host has several addresses, the failure of each is inside; the whole has only their code. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || (code ?? 'no reason was given');
}
