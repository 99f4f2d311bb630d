import { Global, Module } from '@nestjs/common';
import { ERROR_FRAMES } from '../common/error-frames.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeyEndingPagesController } from './api-key-ending-pages.controller.js';
import { ApiKeyPagesController } from './api-key-pages.controller.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeys } from './api-keys.service.js';
import { Authenticator } from './authenticator.service.js';
import { CarrierAccountPagesController } from './carrier-account-pages.controller.js';
import { CarrierAccountsRepository } from './carrier-accounts.repository.js';
import { CarrierAccounts } from './carrier-accounts.service.js';
import { CarrierTokens } from './carrier-tokens.service.js';
import { CredentialsRepository } from './credentials.repository.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { OrganizationPagesController } from './organization-pages.controller.js';
import { OrganizationController } from './organization.controller.js';
import { Organizations } from './organizations.service.js';
import { PageNotices } from './page-notices.service.js';
import { PersonFrames } from './person-frames.service.js';
import { PageVisits } from './page-visits.service.js';
import { SessionsRepository } from './sessions.repository.js';
import { Sessions } from './sessions.service.js';
import { SigningSecretController } from './signing-secret.controller.js';

@Global()
@Module({
  controllers: [
    ApiKeysController,
    ApiKeyPagesController,
    ApiKeyEndingPagesController,
    OrganizationController,
    OrganizationPagesController,
    CarrierAccountPagesController,
    SigningSecretController,
  ],
  providers: [
    Authenticator,
    CredentialsRepository,
    ApiKeyGuard,
    ApiKeys,
    ApiKeysRepository,
    CarrierAccounts,
    CarrierAccountsRepository,
    CarrierTokens,
    Organizations,
    OrganizationsRepository,
    PageNotices,
    PageVisits,
    { provide: ERROR_FRAMES, useClass: PersonFrames },
    Sessions,
    SessionsRepository,
  ],
  exports: [
    ERROR_FRAMES,
    Authenticator,
    ApiKeyGuard,
    ApiKeys,
    CarrierAccounts,
    CarrierAccountsRepository,
    CarrierTokens,
    Organizations,
    PageNotices,
    PageVisits,
    Sessions,
    SessionsRepository,
  ],
})
export class AuthModule {}
