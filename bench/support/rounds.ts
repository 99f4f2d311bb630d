import { cpuOf, cpuOfServer } from './cpu.js';
import { type Load, type LoadResult, runLoad } from './load.js';
import type { ServerProcess } from './server-process.js';

/** What a measurement is told on the command line; each uses what means something to it. */
export interface BenchOptions {
  rounds: number;
  seconds: number;
  requests: number;
  calls: number;
  connections: number;
  /** How the names of what is measured begin; empty for all. */
  only: string;
}

/** What one contestant did in one round. */
export interface Sample {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor time a request, of the server and of PostgreSQL. */
  nodeCpu: number;
  postgresCpu: number;
}

/** What is measured side by side with others. */
export interface Contestant {
  name: string;
  /** The process whose processor time counts beside PostgreSQL's; null for none. */
  pid: number | null;
  /** Process id of its PostgreSQL server; default the plan's. */
  postgres?: number;
  /** Does its work, calls `whenWarm` and waits for it, and gives what it did in the seconds after that. */
  run: (plan: Pick<Plan, 'warmUpSeconds' | 'seconds'>, whenWarm: () => Promise<void>) => Promise<LoadResult>;
  /** Leaves the machine to the next one. */
  after?: () => Promise<void>;
}

export interface Plan {
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  /** Process id of the PostgreSQL server. */
  postgres: number;
}

/** A server under a load. */
export const underLoad = (server: ServerProcess, load: Omit<Load, 'url'>): Contestant => ({
  name: server.name,
  pid: server.pid,
  run: async ({ warmUpSeconds, seconds }, whenWarm) => {
    await runLoad({ ...load, url: server.url, seconds: warmUpSeconds });
    await whenWarm();
    return runLoad({ ...load, url: server.url, seconds });
  },
});

/**
 * Measures in interleaved rounds: each round gives every contestant one turn, starting with another one each time, so
 * that what else the machine does hits all of them alike.
 */
export async function measure(contestants: Contestant[], plan: Plan): Promise<Map<string, Sample[]>> {
  const samples = new Map(contestants.map(({ name }) => [name, [] as Sample[]]));
  for (let round = 0; round < plan.rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const contestant = contestants[(round + turn) % contestants.length] as Contestant;
      samples.get(contestant.name)?.push(await sample(contestant, plan));
    }
    process.stderr.write(`round ${round + 1} of ${plan.rounds}\n`);
  }
  return samples;
}

async function sample({ pid, postgres: server, run, after }: Contestant, plan: Plan): Promise<Sample> {
  const cpu = async () =>
    [pid === null ? 0 : await cpuOf(pid), await cpuOfServer(server ?? plan.postgres)] as const;
  let [node, postgres] = [NaN, NaN];
  const { requests, seconds, p50, p99 } = await run(plan, async () => {
    [node, postgres] = await cpu();
  });
  const [nodeAfter, postgresAfter] = await cpu();
  await after?.();
  return {
    requestsPerSecond: requests / seconds,
    p50,
    p99,
    nodeCpu: (nodeAfter - node) / requests,
    postgresCpu: (postgresAfter - postgres) / requests,
  };
}
