import { Controller, Post } from '@nestjs/common';
import { organizationPage } from '../auth/organization-page.js';
import { Organizations } from '../auth/organizations.service.js';
import type { PageAnswer } from '../auth/page-answer.js';
import { Asks, Me, PageAuth, Visit } from '../auth/page.decorator.js';
import type { PageVisit } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { ModelTest } from './model-test.service.js';

/** What the organization's page does with models, of which `auth` knows nothing. */
@Controller('settings/organization')
@PageAuth()
export class ModelTestPagesController {
  constructor(
    private readonly organizations: Organizations,
    private readonly models: ModelTest,
  ) {}

  /** Asks the saved model for something harmless, and shows what came of it. */
  @Post('model-test')
  @Asks()
  async test(@Visit() visit: PageVisit, @Me() { organizationId }: Person): Promise<PageAnswer> {
    const tested = await this.models.test(organizationId);
    return organizationPage(visit, await this.organizations.read(organizationId), { tested });
  }
}
