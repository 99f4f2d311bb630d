import { Controller, Get, Inject, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { OverviewPage } from '../../views/console/overview.js';
import type { PageAnswer } from '../auth/page-answer.js';
import { PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import { SETTINGS, type Settings } from '../settings.js';

const CARRIERS = {
  simulator: {
    name: 'Simulated',
    note: 'No real phone rings; set TWILIO_ACCOUNT_SID and the like to go live.',
  },
  twilio: { name: 'Twilio', note: 'Calls reach real phones.' },
} as const;

/** What an operator types most, with what it does. */
const COMMANDS = [
  {
    label: 'Create an organization and its first key',
    code: 'npm run --silent cli -- organization create --name Acme',
  },
  { label: 'Create an agent', code: 'npm run --silent cli -- agent create --organization <id> --name Ava' },
  {
    label: 'Load an organization full of demo calls',
    code: 'npm run --silent cli -- demo load --calls 5000',
  },
  { label: 'Everything else', code: 'npm run --silent cli -- --help' },
];

/** Where a browser comes first. */
@ApiExcludeController()
@Controller()
export class FrontDoorController {
  @Get()
  @Redirect('/settings', 302)
  home(): void {}
}

/** Pages of the installation as a whole. */
@Controller('settings')
@PageAuth()
export class ConsolePagesController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get()
  overview(@Visit() visit: PageVisit): PageAnswer {
    return show(visit, OverviewPage, {
      url: this.settings.publicBaseUrl(),
      carrier: CARRIERS[this.settings.carrier.name],
      database: this.settings.databaseIsEmbedded ? 'Embedded PostgreSQL' : 'Your PostgreSQL (DATABASE_URL)',
      commands: COMMANDS,
    });
  }
}
