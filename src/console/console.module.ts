import { Inject, Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { PageNotices } from '../auth/page-notices.service.js';
import { CallsModule } from '../calls/calls.module.js';
import { OutboundCallsModule } from '../calls/outbound-calls.module.js';
import { SETTINGS, type Settings } from '../settings.js';
import { WebhookMappingsModule } from '../webhook-mappings/webhook-mappings.module.js';
import { FrontDoorController, InstallationPagesController } from './console-pages.controller.js';
import { DemoCalls } from './demo-calls.service.js';
import { HomePagesController } from './home-pages.controller.js';
import { HomeRepository } from './home.repository.js';
import { Home } from './home.service.js';
import { InstalledVersions } from './installed-versions.service.js';
import { ModelTest } from './model-test.service.js';
import { OrganizationTestPagesController } from './organization-test-pages.controller.js';
import { SampleForms } from './sample-forms.service.js';
import { settingsNotices } from './settings-notices.js';

@Module({
  imports: [AgentsModule, CallsModule, OutboundCallsModule, WebhookMappingsModule],
  controllers: [
    FrontDoorController,
    HomePagesController,
    InstallationPagesController,
    OrganizationTestPagesController,
  ],
  providers: [Home, HomeRepository, DemoCalls, SampleForms, ModelTest, InstalledVersions],
})
export class ConsoleModule {
  constructor(notices: PageNotices, @Inject(SETTINGS) settings: Settings) {
    notices.add(() => Promise.resolve(settingsNotices(settings)));
  }
}
