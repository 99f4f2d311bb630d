import { Module, type DynamicModule } from '@nestjs/common';
import { PATIENT_TIMEOUTS } from '../../ormconfig.js';
import { Links } from '../accounts/links.service.js';
import { PeopleRepository } from '../accounts/people.repository.js';
import { Team } from '../accounts/team.service.js';
import { AgentsRepository } from '../agents/agents.repository.js';
import { Agents } from '../agents/agents.service.js';
import { PhoneNumbersRepository } from '../agents/phone-numbers.repository.js';
import { PhoneNumbers } from '../agents/phone-numbers.service.js';
import { Audit } from '../audit/audit.service.js';
import { ApiKeysRepository } from '../auth/api-keys.repository.js';
import { ApiKeys } from '../auth/api-keys.service.js';
import { CarrierAccountsRepository } from '../auth/carrier-accounts.repository.js';
import { CarrierAccounts } from '../auth/carrier-accounts.service.js';
import { CarrierTokens } from '../auth/carrier-tokens.service.js';
import { OrganizationsRepository } from '../auth/organizations.repository.js';
import { Organizations } from '../auth/organizations.service.js';
import { SessionsRepository } from '../auth/sessions.repository.js';
import { IntakeKeys } from '../webhook-mappings/intake-keys.service.js';
import { WebhookMappingsRepository } from '../webhook-mappings/webhook-mappings.repository.js';
import { WebhookMappings } from '../webhook-mappings/webhook-mappings.service.js';
import { NumberConnections } from '../calls/number-connections.service.js';
import { Carriers } from '../telephony/carriers.service.js';
import { DatabaseModule } from '../database/database.module.js';
import { SettingsModule } from '../settings.module.js';
import type { Settings } from '../settings.js';

/**
 * The services that the command line uses, and nothing that listens, polls or cleans up: the features' own modules
 * would bring their routes and background work along.
 */
@Module({})
export class CliModule {
  static register(settings: Settings): DynamicModule {
    return {
      module: CliModule,
      imports: [
        SettingsModule.register(settings),
        DatabaseModule.register(settings.databaseUrl, PATIENT_TIMEOUTS),
      ],
      providers: [
        Audit,
        ApiKeys,
        ApiKeysRepository,
        CarrierAccounts,
        CarrierAccountsRepository,
        CarrierTokens,
        Carriers,
        NumberConnections,
        Organizations,
        OrganizationsRepository,
        Agents,
        AgentsRepository,
        PhoneNumbers,
        PhoneNumbersRepository,
        WebhookMappings,
        WebhookMappingsRepository,
        IntakeKeys,
        Links,
        PeopleRepository,
        SessionsRepository,
        Team,
      ],
    };
  }
}
