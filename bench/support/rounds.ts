import { cpuOf, cpuOfServer } from './cpu.js';
import { type Load, runLoad } from './load.js';
import type { ServerProcess } from './server-process.js';

/** What a measurement is told on the command line. */
export interface BenchOptions {
  rounds: number;
  seconds: number;
}

/** What one server did in one round. */
export interface Sample {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor time a request, of the server and of PostgreSQL. */
  nodeCpu: number;
  postgresCpu: number;
}

export interface Plan extends BenchOptions {
  warmUpSeconds: number;
  load: Omit<Load, 'url' | 'seconds'>;
  /** Process id of the PostgreSQL server. */
  postgres: number;
}

/**
 * Measures the servers in interleaved rounds: each round asks every server once, starting with another one each time,
 * so that what else the machine does hits all of them alike.
 */
export async function measure(servers: ServerProcess[], plan: Plan): Promise<Map<string, Sample[]>> {
  const samples = new Map(servers.map(({ name }) => [name, [] as Sample[]]));
  for (let round = 0; round < plan.rounds; round++) {
    for (let turn = 0; turn < servers.length; turn++) {
      const server = servers[(round + turn) % servers.length] as ServerProcess;
      samples.get(server.name)?.push(await sample(server, plan));
    }
    process.stderr.write(`round ${round + 1} of ${plan.rounds}\n`);
  }
  return samples;
}

async function sample({ url, pid }: ServerProcess, plan: Plan): Promise<Sample> {
  await runLoad({ ...plan.load, url, seconds: plan.warmUpSeconds });
  const [node, postgres] = [await cpuOf(pid), await cpuOfServer(plan.postgres)];
  const { requests, seconds, p50, p99 } = await runLoad({ ...plan.load, url, seconds: plan.seconds });
  return {
    requestsPerSecond: requests / seconds,
    p50,
    p99,
    nodeCpu: ((await cpuOf(pid)) - node) / requests,
    postgresCpu: ((await cpuOfServer(plan.postgres)) - postgres) / requests,
  };
}
