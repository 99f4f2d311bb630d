import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { RefusesInactive } from './webhook-endpoint-refusals.decorator.js';
import { RecoverDto, RecoveryPayload } from './webhook-recovery.dto.js';
import { presentRecovery } from './webhook-recovery.presenter.js';
import { WebhookRecoveries } from './webhook-recoveries.service.js';

/** Sending again what failed. */
@ApiTags('Webhook endpoints')
@Controller('api')
@Writes()
export class WebhookRecoveriesController {
  constructor(private readonly recoveries: WebhookRecoveries) {}

  /**
   * Send all failed deliveries of an endpoint again, the oldest first. All of them: what is too much for this request
   * goes on after it, and the recovery in the answer can be read to see how far it is.
   */
  @Post('webhook-endpoints/:id/recover')
  @HttpCode(202)
  @RequireScope('webhooks:write')
  @AcceptsIdempotencyKey()
  @RefusesInactive()
  async recover(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @IdParam('Webhook endpoint') id: string,
    @Body() dto: RecoverDto,
  ): Promise<RecoveryPayload> {
    const { recovery, progress } = await this.recoveries.begin(tx, caller, id, dto.since);
    return presentRecovery(recovery, progress);
  }

  /** Read how far a recovery is. It is kept for 30 days. */
  @Get('webhook-recoveries/:id')
  @RequireScope('webhooks:read')
  async read(@Org() org: OrganizationId, @IdParam('Recovery') id: string): Promise<RecoveryPayload> {
    const { recovery, progress } = await this.recoveries.read(org, id);
    return presentRecovery(recovery, progress);
  }
}
