import { Controller, Get, Inject, Post, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { InstallationPage } from '../../views/console/installation.js';
import type { PageAnswer } from '../auth/page-answer.js';
import { Asks, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import { SETTINGS, type Settings } from '../settings.js';
import { InstalledVersions } from './installed-versions.service.js';
import type { AccessCheck } from '../telephony/carrier.js';
import { Carriers } from '../telephony/carriers.service.js';

const CARRIERS = {
  simulator: {
    name: 'Simulated',
    note: 'No real phone rings.',
  },
  twilio: { name: 'Twilio', note: 'Calls reach real phones.' },
} as const;

/** What makes real phones ring. */
const CONNECT = [
  'TWILIO_ACCOUNT_SID=AC…',
  'TWILIO_AUTH_TOKEN=…',
  'PUBLIC_BASE_URL=https://voice.example.com',
].join('\n');

/** What an operator types most, with what it does. */
const COMMANDS = [
  {
    label: 'Create an organization and its first key',
    code: 'npm run --silent cli -- organization create --name Acme',
  },
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

/** What is the same for every organization of the installation. */
@Controller('settings/installation')
@PageAuth()
export class InstallationPagesController {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly carriers: Carriers,
    private readonly versions: InstalledVersions,
  ) {}

  @Get()
  installation(@Visit() visit: PageVisit): Promise<PageAnswer> {
    return this.page(visit, null);
  }

  /** Asks the carrier for something harmless, and shows what it said. */
  @Post('carrier-test')
  @Asks()
  async testCarrier(@Visit() visit: PageVisit): Promise<PageAnswer> {
    return this.page(visit, await this.carriers.installation.checkAccess());
  }

  private async page(visit: PageVisit, access: AccessCheck | null): Promise<PageAnswer> {
    return show(visit, InstallationPage, {
      access,
      versions: await this.versions.read(),
      url: this.settings.publicBaseUrl(),
      carrier: CARRIERS[this.settings.carrier.name],
      database: this.settings.databaseIsEmbedded ? 'Embedded PostgreSQL' : 'Your PostgreSQL',
      privateTargets: this.settings.allowPrivateTargets,
      connect: this.settings.carrier.name === 'twilio' ? null : CONNECT,
      takesAccounts: this.settings.ownAccounts?.name === 'twilio',
      commands: COMMANDS,
    });
  }
}
