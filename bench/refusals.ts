import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'undici';
import { startDatabase } from './support/database.js';
import { anOrganization } from './support/product.js';
import { type BadCredentials, badCredentials, KINDS, type Kind } from './refused-credentials.js';
import { judge, median, table } from './support/report.js';
import type { BenchOptions } from './support/rounds.js';
import { startServer } from './support/server-process.js';

/** Of each kind in a round; few enough that all can be asked twice within the second that a refusal is remembered. */
const A_ROUND = 40;

/** Longer than a refusal is remembered, shorter than a good key is. */
const LATER_MS = 1_500;

/** What is compared with: a key that was never issued. */
const ANCHOR: Kind = 'unknown key';

/** A median may lie this far from the anchor's. */
const MOST_APART = 0.05;

const ASKED = ['first', 'again', 'later'] as const;
type Asked = (typeof ASKED)[number];

/** Milliseconds, of a round. */
type Times = Map<string, number[]>;

const nameOf = (kind: Kind, asked: Asked): string => `${kind}, ${asked}`;

/** How long each kind of refusal takes, one request after the other, in turns: whoever measures learns nothing. */
export async function benchRefusals({ rounds }: BenchOptions): Promise<boolean> {
  const database = await startDatabase();
  const [acme, globex] = [await anOrganization(database.url), await anOrganization(database.url)];
  const product = await startServer('product', { databaseUrl: database.url });
  const client = new Client(product.url);
  try {
    const all: Times[] = [];
    const round = async (into: Times): Promise<void> =>
      askAll(client, await badCredentials(database.db, acme.id, globex.id, A_ROUND), into);
    for (let warmUp = 0; warmUp < 3; warmUp++) await round(new Map());
    for (let number = 0; number < rounds; number++) {
      const times: Times = new Map();
      await round(times);
      all.push(times);
    }
    return report(all);
  } finally {
    await client.close();
    await product.stop();
    await database.stop();
  }
}

/** Everything once, the same at once again, and the same when refusals are forgotten. */
async function askAll(client: Client, turns: readonly BadCredentials[], into: Times): Promise<void> {
  for (const asked of ASKED) {
    if (asked === 'later') await wait(LATER_MS);
    for (const [number, turn] of turns.entries()) await askTurn(client, turn, number, asked, into);
  }
}

/** One of each kind, each turn beginning with another one. */
async function askTurn(
  client: Client,
  turn: BadCredentials,
  number: number,
  asked: Asked,
  into: Times,
): Promise<void> {
  for (let place = 0; place < KINDS.length; place++) {
    const kind = KINDS[(number + place) % KINDS.length] as Kind;
    const name = nameOf(kind, asked);
    into.set(name, [...(into.get(name) ?? []), await timeOf(client, turn[kind])]);
  }
}

/** @returns milliseconds until it was refused @throws Error when it was not */
async function timeOf(client: Client, headers: Record<string, string>): Promise<number> {
  const started = performance.now();
  const { statusCode, body } = await client.request({ method: 'GET', path: '/api/agents', headers });
  await body.text();
  const time = performance.now() - started;
  if (statusCode !== 401) throw new Error(`${JSON.stringify(headers)} was answered with ${statusCode}`);
  return time;
}

function report(rounds: readonly Times[]): boolean {
  const of = (times: Times, kind: Kind, asked: Asked): number => median(times.get(nameOf(kind, asked)) ?? []);
  const ratio = (kind: Kind, asked: Asked): number =>
    median(rounds.map((times) => of(times, kind, asked) / of(times, ANCHOR, asked)));
  const cell = (kind: Kind, asked: Asked): string => {
    const time = median(rounds.map((times) => of(times, kind, asked)));
    return `${time.toFixed(3)} (${ratio(kind, asked).toFixed(3)})`;
  };
  console.log(
    table([
      [`p50 ms (to ${ANCHOR})`, ...ASKED],
      ...KINDS.map((kind) => [kind, ...ASKED.map((asked) => cell(kind, asked))]),
    ]),
  );
  return judge(
    ASKED.map((asked) => ({
      what: `${asked}: farthest from ${ANCHOR}`,
      value: Math.max(...KINDS.map((kind) => Math.abs(ratio(kind, asked) - 1))),
      most: MOST_APART,
    })),
  );
}
