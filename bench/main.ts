// `npm run bench -- <name> [--rounds 7] [--seconds 4]`: one measurement, told in bench/README.md.
import { parseArgs } from 'node:util';
import { benchDial } from './dial.js';
import { benchEvents } from './events.js';
import { benchEventsCrash } from './events-crash.js';
import { benchEventsIsolation } from './events-isolation.js';
import { benchGrowth } from './growth.js';
import { benchImport } from './import.js';
import { benchIntake } from './intake.js';
import { benchListCalls } from './list-calls.js';
import { benchPages } from './pages.js';
import { benchRefusals } from './refusals.js';
import { benchStart } from './start.js';
import { benchTalk } from './talk.js';
import type { BenchOptions } from './support/rounds.js';

const BENCHES: Record<string, (options: BenchOptions) => Promise<boolean>> = {
  list: benchListCalls,
  intake: benchIntake,
  import: benchImport,
  dial: benchDial,
  events: benchEvents,
  'events-crash': benchEventsCrash,
  'events-isolation': benchEventsIsolation,
  start: benchStart,
  growth: benchGrowth,
  talk: benchTalk,
  pages: benchPages,
  refusals: benchRefusals,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    requests: { type: 'string', default: '100000' },
    calls: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '96' },
    only: { type: 'string', default: '' },
  },
});
const bench = BENCHES[positionals[0] ?? ''];
if (!bench) {
  console.error(
    `Usage: npm run bench -- <${Object.keys(BENCHES).join('|')}> [--rounds 7] [--seconds 4] [--requests 100000] [--calls 1000000] [--connections 96] [--only home]`,
  );
  process.exit(1);
}
const reached = await bench({
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  requests: Number(values.requests),
  calls: Number(values.calls),
  connections: Number(values.connections),
  only: values.only,
});
process.exitCode = reached ? 0 : 1;
