import { Injectable } from '@nestjs/common';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { type AppError, Conflict, NotFound, refusalIn } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import { pageOf, type Page } from '../common/page.dto.js';
import type { Tx } from '../database/sql.client.js';
import type { IdempotentRequest } from '../idempotency/idempotency-key.js';
import { readIntakeBody } from './intake-body.adapter.js';
import type { IncomingIntake } from './incoming-intake.js';
import { type IntakeLine, IntakeLog } from './intake-log.repository.js';
import type { ListIntakeRequestsDto } from './intake-request.dto.js';
import { type IntakeReply, Intakes } from './intakes.service.js';
import { LiveMappings } from './live-mappings.service.js';

/** The log of what was posted to a mapping: looked at, and posted again once the mapping is mended. */
@Injectable()
export class IntakeRequests {
  constructor(
    private readonly log: IntakeLog,
    private readonly live: LiveMappings,
    private readonly intakes: Intakes,
  ) {}

  /** @throws NotFound */
  async list(
    org: OrganizationId,
    mappingId: string,
    query: ListIntakeRequestsDto,
  ): Promise<Page<IntakeLine>> {
    await this.requireMapping(org, mappingId);
    const [lines, total] = await this.log.list(org, mappingId, query, query);
    return pageOf(lines, total, query);
  }

  /** @throws NotFound */
  async read(org: OrganizationId, mappingId: string, id: string): Promise<IntakeLine> {
    await this.requireMapping(org, mappingId);
    const line = await this.log.find(org, mappingId, id);
    if (!line) throw new NotFound('Intake request');
    return line;
  }

  /**
   * Posts a logged payload again, through the mapping as it is now; a new line of the log tells of it.
   * @throws NotFound, Conflict 409 when the payload was not kept, and what a posted request throws
   */
  async replay(
    caller: Principal,
    mappingId: string,
    id: string,
    once: IdempotentRequest | null,
  ): Promise<IntakeReply> {
    const intake = await this.again(caller, mappingId, id);
    return this.intakes.loggingRefusals(intake, () => this.intakes.take(intake, once));
  }

  /** The same in a transaction of the caller's. @returns why it was refused, or null */
  replayIn(tx: Tx, caller: Principal, mappingId: string, id: string): Promise<AppError | null> {
    return this.again(caller, mappingId, id).then((intake) => this.intakes.takeIn(tx, intake), refusalIn);
  }

  private async again(caller: Principal, mappingId: string, id: string): Promise<IncomingIntake> {
    const { organizationId } = caller;
    const { payload: text, contentType } = await this.read(organizationId, mappingId, id);
    if (text === null || contentType === null)
      throw new Conflict('payload_not_kept', 'The payload of this request was not kept');
    const payload = await readIntakeBody(contentType, Buffer.from(text));
    return {
      organizationId,
      mappingId,
      id: newId(),
      receivedAt: new Date(),
      caller,
      body: { payload, contentType, text },
      replayOf: id,
    };
  }

  private async requireMapping(org: OrganizationId, mappingId: string): Promise<void> {
    if (!(await this.live.find(org, mappingId))) throw new NotFound('Webhook mapping');
  }
}
