import { Command, CommanderError } from 'commander';
import { addAgentCommands } from './agent.command.js';
import { addApiKeyCommands } from './api-key.command.js';
import { addDatabaseCommands } from './database.command.js';
import { addDemoCommands } from './demo.command.js';
import { exitCodeOf, explain } from './explain-failure.js';
import { addMappingCommands } from './mapping.command.js';
import { addOrganizationCommands } from './organization.command.js';
import { addPhoneNumberCommands } from './phone-number.command.js';
import { addSimulatorCommands } from './simulator.command.js';
import { addUserCommands } from './user.command.js';

/** Runs one command line. @returns the exit code: 0 done, 1 failed, 2 not understood */
export async function runCli(args: readonly string[]): Promise<number> {
  const program = buildProgram();
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has said already what was wrong with the words.
    if (!(error instanceof CommanderError))
      process.stderr.write(explain(error, { stack: program.opts<{ debug?: boolean }>().debug === true }));
    return exitCodeOf(error);
  }
}

function buildProgram(): Command {
  const program = new Command('npm run --silent cli --')
    .description('Set up and look after a voice agent platform.')
    .option('--debug', 'on a failure, also print where in the code it happened')
    .showHelpAfterError('(add --help for what is possible)')
    .exitOverride()
    .addHelpText(
      'after',
      `
It works on the server that DATABASE_URL names, else on the embedded one of DATA_DIR, whether the service runs or not.
Exit code: 0 done, 1 failed, 2 not understood.

Examples:
  $ npm run --silent cli -- organization create --name Acme --json
  $ npm run --silent cli -- demo load --calls 5000
  $ npm run --silent cli -- api-key create --help`,
    );
  addOrganizationCommands(program);
  addAgentCommands(program);
  addApiKeyCommands(program);
  addPhoneNumberCommands(program);
  addMappingCommands(program);
  addUserCommands(program);
  addDemoCommands(program);
  addDatabaseCommands(program);
  addSimulatorCommands(program);
  return program;
}
