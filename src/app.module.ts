import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { AccountsModule } from './accounts/accounts.module.js';
import { AgentsModule } from './agents/agents.module.js';
import { AnalysisModule } from './analysis/analysis.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CallsModule } from './calls/calls.module.js';
import { OutboundCallsModule } from './calls/outbound-calls.module.js';
import { ErrorFilter } from './common/error.filter.js';
import { RequestPipe } from './common/request.pipe.js';
import { ConversationToolsModule } from './conversations/conversation-tools.module.js';
import { ContactImportsModule } from './contact-imports/contact-imports.module.js';
import { ContactsModule } from './contacts/contacts.module.js';
import { LiveCallsModule } from './conversations/live-calls.module.js';
import { ConversationsModule } from './conversations/conversations.module.js';
import { ConsoleModule } from './console/console.module.js';
import { DatabaseModule } from './database/database.module.js';
import { EventsModule } from './events/events.module.js';
import { HealthModule } from './health/health.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { LlmModule } from './llm/llm.module.js';
import { SettingsModule } from './settings.module.js';
import type { Settings } from './settings.js';
import { TelephonyModule } from './telephony/telephony.module.js';
import { WebhookMappingsModule } from './webhook-mappings/webhook-mappings.module.js';

/** The whole house; ARCHITECTURE.md shows its plan. */
@Module({})
export class AppModule {
  static register(settings: Settings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.register(settings),
        DatabaseModule.register(settings.databaseUrl, settings.databaseTimeouts),
        // Routes are looked for one after the other, so those that are asked most stand first.
        CallsModule,
        WebhookMappingsModule,
        OutboundCallsModule,
        JobsModule,
        AuthModule,
        RateLimitModule,
        IdempotencyModule,
        AuditModule,
        EventsModule,
        TelephonyModule,
        LlmModule,
        HealthModule,
        AccountsModule,
        ConsoleModule,
        AgentsModule,
        ContactsModule,
        ContactImportsModule,
        ConversationsModule,
        ConversationToolsModule,
        LiveCallsModule,
        AnalysisModule,
      ],
      providers: [
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_PIPE, useClass: RequestPipe },
      ],
    };
  }
}
