import type { Command } from 'commander';
import { InviteDto, readEmail } from '../accounts/account.dto.js';
import { PeopleRepository } from '../accounts/people.repository.js';
import { Team } from '../accounts/team.service.js';
import { NotFound } from '../common/app-error.js';
import { existingOrganization, given, inTransaction, read, runs } from './run.command.js';
import type { Services } from './services.session.js';

export function addUserCommands(program: Command): void {
  const group = program.command('user').description('people who sign in to the settings');
  runs(
    group
      .command('invite')
      .description('let somebody in; prints a link to hand over, which works once for seven days')
      .requiredOption('--organization <id>', 'the organization')
      .requiredOption('--email <address>', 'who it is')
      .option('--role <owner|admin|viewer>', 'what they may do', 'owner')
      .addHelpText(
        'after',
        `
Example:
  $ npm run --silent cli -- user invite --organization 01937f5c-… --email ada@example.com --json
  {"email":"ada@example.com","link":"http://127.0.0.1:3000/settings/link/…"}`,
      ),
    invite,
  );
  runs(
    group
      .command('reset-link')
      .description('print a link to choose a new password, which works once for a day')
      .requiredOption('--email <address>', 'who it is'),
    resetLink,
  );
}

interface InviteOptions {
  organization: string;
  email: string;
  role: string;
}

/** The link is null for who has a password already: they find the organization after signing in. */
async function invite(services: Services, options: InviteOptions): Promise<object> {
  const dto = read(InviteDto, { email: options.email, role: options.role });
  const org = await existingOrganization(services, options);
  const link = await inTransaction(services, (tx) => services.context.get(Team).invite(tx, org, dto, 'cli'));
  return { email: dto.email, link };
}

async function resetLink(services: Services, options: { email: string }): Promise<object> {
  const email = given('email', options.email, readEmail);
  const person = await services.context.get(PeopleRepository).findByEmail(email);
  if (!person) throw new NotFound('User');
  const link = await inTransaction(services, (tx) =>
    services.context.get(Team).resetLink(tx, person.organizationId, person.userId, 'cli'),
  );
  return { email, link };
}
