import type { Command } from 'commander';
import { createDemo } from '../demo/create-demo.command.js';
import { CreateOrganizationDto } from '../auth/organization.dto.js';
import { readInstant, readIntegerText } from '../common/readings.js';
import { given, read, runs } from './run.command.js';
import type { Services } from './services.session.js';

const CALLS = { min: 0, max: 10_000_000 };
const SEED = { min: 0, max: 4_294_967_295 };

export function addDemoCommands(program: Command): void {
  const group = program.command('demo').description('made-up data that looks like a real organization');
  const load = group
    .command('load')
    .description('make an organization of its own, with agents, contacts, campaigns and finished calls')
    .option('--calls <number>', 'how many calls, over the last 90 days', '5000')
    .option('--seed <number>', 'the same seed gives the same people, calls and conversations', '1')
    .option('--until <instant>', 'the calls end shortly before it (default: the hour that has begun)')
    .option('--name <name>', 'what the organization is called', 'Demo')
    .addHelpText(
      'after',
      `
Every number is fictional (+1 NXX 555 01XX). The newest 5,000 calls have transcripts, analysis and metrics.
A million calls take minutes.

Example:
  $ npm run --silent cli -- demo load --calls 5000 --seed 1 --json
  {"organization_id":"…","api_key":"vap_live_…","agent_id":"…","mapping_id":"…"}`,
    );
  runs(load, loadDemo);
}

interface LoadOptions {
  calls: string;
  seed: string;
  until?: string;
  name: string;
}

async function loadDemo({ context }: Services, options: LoadOptions): Promise<object> {
  const { name } = read(CreateOrganizationDto, { name: options.name });
  const demo = await createDemo(context, {
    name,
    calls: readCount('calls', options.calls, CALLS),
    seed: readCount('seed', options.seed, SEED),
    now: options.until === undefined ? thisHour() : given('until', options.until, readInstant),
    actor: 'cli',
  });
  return {
    organization_id: demo.organizationId,
    api_key: demo.apiKey,
    agent_id: demo.agentId,
    mapping_id: demo.mappingId,
  };
}

const HOUR_MS = 3_600_000;

/** Whole hours: loading again a minute later gives the same calls. */
const thisHour = (): Date => new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);

const readCount = (field: string, text: string, range: { min: number; max: number }): number =>
  given(field, text, readIntegerText(range));
