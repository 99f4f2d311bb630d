import { Controller, Get, Header, Inject, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { OverviewPage } from '../../views/console/overview.js';
import { SETTINGS, type Settings } from '../settings.js';
import { renderPage } from './render.adapter.js';

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

/** Pages of the installation as a whole. */
@ApiExcludeController()
@Controller()
export class ConsolePagesController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get()
  @Redirect('/settings', 302)
  home(): void {}

  @Get('settings')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  overview(): string {
    return renderPage(OverviewPage, {
      url: this.settings.publicBaseUrl(),
      carrier: CARRIERS[this.settings.carrier.name],
      database: this.settings.databaseIsEmbedded ? 'Embedded PostgreSQL' : 'Your PostgreSQL (DATABASE_URL)',
      commands: COMMANDS,
    });
  }
}
