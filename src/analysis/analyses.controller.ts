import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId } from '../auth/principal.js';
import { CallPayload } from '../calls/call.dto.js';
import { Calls } from '../calls/calls.service.js';
import { IdParam } from '../common/id-param.decorator.js';
import { Refuses } from '../common/refuses.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { Analyses } from './analyses.service.js';

@ApiTags('Calls')
@Controller('api/calls')
@Writes()
export class AnalysesController {
  constructor(
    private readonly analyses: Analyses,
    private readonly calls: Calls,
  ) {}

  /**
   * Have a call that is over analysed once more. Answers with the call as it is now: `post_call_analysis.status` is
   * `queued`, then `running`, then `completed` or `error`; the former findings stay until there are new ones. A call
   * whose analysis is under way goes on with that one. Post-call actions are not done a second time.
   */
  @Post(':id/analyze')
  @HttpCode(202)
  @RequireScope('calls:write')
  @AcceptsIdempotencyKey()
  @Refuses(
    [409, 'call_live', 'Call is not over', 'the call has not ended yet'],
    [409, 'call_not_connected', 'Call was never connected', 'nobody answered it'],
  )
  async analyze(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @IdParam('Call') id: string,
  ): Promise<CallPayload> {
    await this.analyses.again(tx, org, id);
    return this.calls.payload(tx, org, id);
  }
}
