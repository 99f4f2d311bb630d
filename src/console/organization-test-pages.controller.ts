import { Controller, Post } from '@nestjs/common';
import { CarrierAccounts } from '../auth/carrier-accounts.service.js';
import { organizationPage } from '../auth/organization-page.js';
import { Organizations } from '../auth/organizations.service.js';
import type { PageAnswer } from '../auth/page-answer.js';
import { Asks, Me, PageAuth, Visit } from '../auth/page.decorator.js';
import type { PageVisit } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { Carriers } from '../telephony/carriers.service.js';
import { ModelTest } from './model-test.service.js';

/** What the organization's page does with models and carriers, of which `auth` knows nothing. */
@Controller('settings/organization')
@PageAuth()
export class OrganizationTestPagesController {
  constructor(
    private readonly organizations: Organizations,
    private readonly accounts: CarrierAccounts,
    private readonly models: ModelTest,
    private readonly carriers: Carriers,
  ) {}

  /** Asks the saved model for something harmless, and shows what came of it. */
  @Post('model-test')
  @Asks()
  async testModel(@Visit() visit: PageVisit, @Me() { organizationId: org }: Person): Promise<PageAnswer> {
    const tested = await this.models.test(org);
    return organizationPage(visit, await this.organizations.read(org), await this.accounts.of(org), {
      tested,
    });
  }

  /** Asks the carrier for something harmless, with the account that is saved. */
  @Post('carrier-test')
  @Asks()
  async testCarrier(@Visit() visit: PageVisit, @Me() { organizationId: org }: Person): Promise<PageAnswer> {
    const account = await this.carriers.currentOf(org);
    const carrierTested = await account.checkAccess();
    const [now, own] = [await this.organizations.read(org), await this.accounts.of(org)];
    return organizationPage(visit, now, own, { carrierTested });
  }
}
