import { Body, Controller, Get, Patch, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { tagged } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { Caller, Org, RequireScope } from './auth.decorator.js';
import { ChangeModelDto, OrganizationPayload } from './organization.dto.js';
import { presentOrganization } from './organization.presenter.js';
import { Organizations } from './organizations.service.js';
import type { OrganizationId, Principal } from './principal.js';

@ApiTags('Organization')
@Controller('api/organization')
@Writes()
export class OrganizationController {
  constructor(private readonly organizations: Organizations) {}

  /** Read the organization of the key: its settings, and the language model that its agents speak with. */
  @Get()
  @RequireScope('agents:read')
  async read(
    @Org() org: OrganizationId,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OrganizationPayload> {
    return tagged(response, presentOrganization(await this.organizations.read(org)));
  }

  /**
   * Bring an own language model, or go back to the service's: what is given is set, null clears. Calls that begin
   * afterwards use it. Another address forgets the key, unless a new one comes with it.
   */
  @Patch()
  @RequireScope('keys:write')
  async change(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @Body() dto: ChangeModelDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OrganizationPayload> {
    return tagged(response, presentOrganization(await this.organizations.changeModel(tx, caller, dto)));
  }
}
