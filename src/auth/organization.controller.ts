import { Body, Controller, Get, Patch, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Refuses } from '../common/refuses.decorator.js';
import { IfMatch, type Precondition, tagged } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { Caller, Org, RequireScope } from './auth.decorator.js';
import { CarrierAccounts } from './carrier-accounts.service.js';
import type { Organization } from './organization.entity.js';
import { ChangeCredentialsDto } from './organization-credentials.dto.js';
import { OrganizationPayload } from './organization.dto.js';
import { presentOrganization } from './organization.presenter.js';
import { Organizations } from './organizations.service.js';
import type { OrganizationId, Principal } from './principal.js';

@ApiTags('Organization')
@Controller('api/organization')
@Writes()
export class OrganizationController {
  constructor(
    private readonly organizations: Organizations,
    private readonly accounts: CarrierAccounts,
  ) {}

  /** Read the organization of the key: its settings, and the model and the carrier's account that it brings. */
  @Get()
  @RequireScope('agents:read')
  async read(
    @Org() org: OrganizationId,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OrganizationPayload> {
    const [organization, { current }] = await Promise.all([
      this.organizations.read(org),
      this.accounts.of(org),
    ]);
    return tagged(response, presentOrganization(organization, current), versionOf(organization));
  }

  /**
   * Bring an own language model or an own Twilio account, or go back to the service's: what is given is set, null
   * clears. Calls that begin afterwards use it; calls that have begun keep the account that they began with. Another
   * address of the model forgets its key, unless a new one comes with it, and a key needs an address; another account
   * needs its token.
   */
  @Patch()
  @RequireScope('keys:write')
  @Refuses([
    409,
    'calls_are_simulated',
    'This installation only simulates calls',
    'the service has no carrier but the simulated one, and is not set up for a real one',
  ])
  async change(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @Body() dto: ChangeCredentialsDto,
    @IfMatch() seen: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OrganizationPayload> {
    const before = await this.organizations.hold(tx, caller.organizationId);
    seen.check(versionOf(before));
    await this.organizations.changeModel(tx, caller, before, dto);
    const account = await this.accounts.change(tx, caller, dto);
    const organization = await this.organizations.hold(tx, caller.organizationId);
    return tagged(response, presentOrganization(organization, account), versionOf(organization));
  }
}

/** Whatever changes it sets the instant. */
const versionOf = ({ updatedAt }: Organization): number => updatedAt.getTime();
