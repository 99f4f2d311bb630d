import type { Command } from 'commander';
import { runs } from './run.command.js';

export function addDatabaseCommands(program: Command): void {
  const group = program.command('database').description('the database of this environment');
  const migrate = group
    .command('migrate')
    .description('bring the schema up to date (every other command and the service itself do so too)');
  // Whoever opens the services has migrated already.
  runs(migrate, () => Promise.resolve({ migrated: true }));
}
