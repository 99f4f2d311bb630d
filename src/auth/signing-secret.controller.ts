import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Audit } from '../audit/audit.service.js';
import { organizationSecrets } from '../common/signing.js';
import { Transactions } from '../database/transactions.service.js';
import { SETTINGS, type Settings } from '../settings.js';
import { Caller, RequireScope } from './auth.decorator.js';
import { SigningSecretPayload } from './organization.dto.js';
import type { Principal } from './principal.js';

@ApiTags('Organization')
@Controller('api/organization/signing-secret')
export class SigningSecretController {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: Audit,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Read the secret that signs what the organization's agents send: requests of HTTP tools and those after a call, by
   * the Standard Webhooks specification. Each reading is in the audit log.
   */
  @Get()
  @RequireScope('keys:write')
  async read(
    @Caller() caller: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SigningSecretPayload> {
    const { organizationId: org } = caller;
    const [secret = '', ...previous] = organizationSecrets(this.settings.secretKeys, org);
    // Committed before it is shown.
    await this.transactions.run((tx) =>
      this.audit.record(tx, org, caller, {
        action: 'organization.signing_secret_read',
        subject: { type: 'organization', id: org },
      }),
    );
    response.setHeader('Cache-Control', 'no-store');
    return { signing_secret: secret, previous_signing_secrets: previous };
  }
}
