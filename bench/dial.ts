import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { now } from './support/clock.js';
import { startDatabase } from './support/database.js';
import { aCallingAgent, anOrganization } from './support/product.js';
import { judge, median, percentile, table } from './support/report.js';
import type { BenchOptions } from './support/rounds.js';
import { type ServerProcess, startServer } from './support/server-process.js';

const PER_SECOND = 50;
const WARM_UP_SECONDS = 2;

/** What must be reached: see bench/README.md. */
const TARGETS = { dialToAcknowledgement: 1.3 };

/** Milliseconds from the request that was sent: to its answer, and to the carrier's request. */
interface Timing {
  acknowledged: number;
  dialled: number;
}

/** How long after POST /api/agents/call the carrier is asked, against how long the answer takes. */
export async function benchDial({ rounds, seconds }: BenchOptions): Promise<boolean> {
  const database = await startDatabase();
  const servers: ServerProcess[] = [];
  try {
    const { headers } = await anOrganization(database.url);
    const carrier = await startServer('carrier');
    servers.push(carrier);
    const product = await startServer('product', { databaseUrl: database.url, carrierUrl: carrier.url });
    servers.push(product);
    const agentId = await aCallingAgent(product.url, headers);
    const caller = new Caller(`${product.url}/api/agents/call`, headers, agentId);
    await timingsOf(caller, carrier, WARM_UP_SECONDS);
    const timings: Timing[][] = [];
    for (let round = 0; round < rounds; round++) {
      timings.push(await timingsOf(caller, carrier, seconds));
      process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    }
    return report(timings);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
  }
}

/** Starts calls at a steady pace, whatever becomes of the ones before. @throws Error unless each was dialled once */
async function timingsOf(caller: Caller, carrier: ServerProcess, seconds: number): Promise<Timing[]> {
  const started = performance.now();
  const calls: ReturnType<Caller['call']>[] = [];
  for (let sent = 0; sent < seconds * PER_SECOND; sent++) {
    await wait(Math.max(0, started + (sent * 1_000) / PER_SECOND - performance.now()));
    const call = caller.call();
    // It is told below.
    call.catch(() => undefined);
    calls.push(call);
  }
  const answered = await Promise.all(calls);
  await wait(500);
  const dialled = await carrier.ask<[string, number][]>();
  const at = new Map(dialled);
  if (dialled.length !== answered.length || at.size !== answered.length)
    throw new Error(`${answered.length} calls were started, ${dialled.length} were dialled.`);
  return answered.map(({ number, sent, acknowledged }) => ({
    acknowledged: acknowledged - sent,
    dialled: (at.get(number) ?? NaN) - sent,
  }));
}

/** Calls one number after the other. */
class Caller {
  private readonly agent = new Agent({ keepAlive: true });
  private calls = 0;

  constructor(
    private readonly url: string,
    private readonly headers: Record<string, string>,
    private readonly agentId: string,
  ) {}

  /** @returns moments of `now()` */
  async call(): Promise<{ number: string; sent: number; acknowledged: number }> {
    const number = `+1312${2_000_000 + ++this.calls}`;
    const body = JSON.stringify({ agentId: this.agentId, phoneNumber: number });
    const headers = { ...this.headers, 'content-type': 'application/json', 'content-length': body.length };
    const sent = now();
    return new Promise((resolve, reject) => {
      const sending = request(this.url, { method: 'POST', agent: this.agent, headers }, (response) => {
        const acknowledged = now();
        void text(response).then((answer) => {
          if (response.statusCode === 201) resolve({ number, sent, acknowledged });
          else reject(new Error(`not started: ${response.statusCode} ${answer}`));
        }, reject);
      });
      sending.on('error', reject).end(body);
    });
  }
}

function report(rounds: Timing[][]): boolean {
  const rows = rounds.map((timings, round) => {
    const acknowledged = timings.map((timing) => timing.acknowledged);
    const dialled = timings.map((timing) => timing.dialled);
    const figures = [acknowledged, dialled].flatMap((values) => [
      percentile(values, 0.5),
      percentile(values, 0.99),
    ]);
    return [round + 1, ...figures, percentile(dialled, 0.5) / percentile(acknowledged, 0.5)];
  });
  const heading = ['round', 'answer p50 ms', 'p99', 'carrier p50 ms', 'p99', 'carrier to answer'];
  console.log(
    table([
      heading,
      ...rows.map((row) => row.map((value, column) => (column === 0 ? String(value) : value.toFixed(2)))),
    ]),
  );
  const value = median(rows.map((row) => row.at(-1) ?? NaN));
  return judge([{ what: 'carrier p50 to answer p50', value, most: TARGETS.dialToAcknowledgement }]);
}
