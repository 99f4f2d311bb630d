import { Controller, Post } from '@nestjs/common';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, PageAuth } from '../auth/page.decorator.js';
import type { Person } from '../auth/person.js';
import { IdParam } from '../common/id-param.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { Analyses } from './analyses.service.js';

/** The analysis on a call's page. */
@Controller('settings/calls')
@PageAuth()
export class AnalysisPagesController {
  constructor(private readonly analyses: Analyses) {}

  @Post(':id/analyze')
  async analyze(@Me() me: Person, @InTransaction() tx: Tx, @IdParam('Call') id: string): Promise<PageAnswer> {
    await this.analyses.again(tx, me.organizationId, id);
    return goTo(`/settings/calls/${id}#analysis`, 'The call is being analysed.');
  }
}
