import 'reflect-metadata';
import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { Agent } from './src/agents/agent.entity.js';
import { AgentVersion } from './src/agents/agent-version.entity.js';
import { PhoneNumber } from './src/agents/phone-number.entity.js';
import { AuditEntry } from './src/audit/audit-entry.entity.js';
import { ApiKey } from './src/auth/api-key.entity.js';
import { CarrierAccount } from './src/auth/carrier-account.entity.js';
import { Membership } from './src/auth/membership.entity.js';
import { Organization } from './src/auth/organization.entity.js';
import { Session } from './src/auth/session.entity.js';
import { SignInLink } from './src/accounts/sign-in-link.entity.js';
import { User } from './src/auth/user.entity.js';
import { ActionExecution } from './src/calls/action-execution.entity.js';
import { CallCount } from './src/calls/call-count.entity.js';
import { CallCountChange } from './src/calls/call-count-change.entity.js';
import { CallRecount } from './src/calls/call-recount.entity.js';
import { CallDetails } from './src/calls/call-details.entity.js';
import { CallEvent } from './src/calls/call-event.entity.js';
import { CallNote } from './src/calls/call-note.entity.js';
import { Call } from './src/calls/call.entity.js';
import { DialAttempt } from './src/calls/dial-attempt.entity.js';
import { Campaign } from './src/campaigns/campaign.entity.js';
import { Contact } from './src/contacts/contact.entity.js';
import { DeletedContact } from './src/contacts/deleted-contact.entity.js';
import { MergedContact } from './src/contacts/merged-contact.entity.js';
import { ContactImportChunk } from './src/contact-imports/contact-import-chunk.entity.js';
import { ContactImportProblem } from './src/contact-imports/contact-import-problem.entity.js';
import { ContactImport } from './src/contact-imports/contact-import.entity.js';
import { DoNotCall } from './src/contacts/do-not-call.entity.js';
import { Chat } from './src/conversations/chat.entity.js';
import { ConversationEntry } from './src/conversations/conversation-entry.entity.js';
import { RelaySession } from './src/conversations/relay-session.entity.js';
import { Replica } from './src/conversations/replica.entity.js';
import { findEmbeddedPostgres } from './src/database/embedded-postgres.server.js';
import { MIGRATIONS } from './src/database/migrations/index.js';
import { SnakeNamingStrategy } from './src/database/snake-naming.strategy.js';
import { OutboxEvent } from './src/events/outbox-event.entity.js';
import { WebhookDeliveryAttempt } from './src/events/webhook-delivery-attempt.entity.js';
import { WebhookDelivery } from './src/events/webhook-delivery.entity.js';
import { WebhookEndpoint } from './src/events/webhook-endpoint.entity.js';
import { WebhookRecovery } from './src/events/webhook-recovery.entity.js';
import { IdempotencyKey } from './src/idempotency/idempotency-key.entity.js';
import { RateLimitWindow } from './src/rate-limit/rate-limit-window.entity.js';
import { IntakeReplay } from './src/webhook-mappings/intake-replay.entity.js';
import { IntakeRequest } from './src/webhook-mappings/intake-request.entity.js';
import { WebhookMapping } from './src/webhook-mappings/webhook-mapping.entity.js';

/** Every table of ours has one entity here; the drift check compares them with what the migrations built. */
export const ENTITIES = [
  Organization,
  CarrierAccount,
  ApiKey,
  User,
  Membership,
  Session,
  SignInLink,
  AuditEntry,
  Agent,
  AgentVersion,
  PhoneNumber,
  Contact,
  DeletedContact,
  MergedContact,
  ContactImport,
  ContactImportChunk,
  ContactImportProblem,
  DoNotCall,
  Campaign,
  Call,
  CallDetails,
  CallNote,
  ActionExecution,
  DialAttempt,
  CallEvent,
  CallCount,
  CallCountChange,
  CallRecount,
  WebhookMapping,
  IntakeRequest,
  IntakeReplay,
  OutboxEvent,
  WebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryAttempt,
  WebhookRecovery,
  IdempotencyKey,
  RateLimitWindow,
  RelaySession,
  ConversationEntry,
  Replica,
  Chat,
];

/** Milliseconds after which a request gives up on the database; together they stay below two seconds. */
export interface DatabaseTimeouts {
  /** Waiting for a connection of the pool, or for a new one. */
  connect: number;
  /** One statement, as the server counts it; the client gives up shortly after. */
  statement: number;
}

export const SERVICE_TIMEOUTS: DatabaseTimeouts = { connect: 700, statement: 900 };

/** For work nobody waits for: migrations, the command line, loading demo data. */
export const PATIENT_TIMEOUTS: DatabaseTimeouts = { connect: 15_000, statement: 0 };

/** Connections per process; live calls and intake share them. */
const POOL_SIZE = 12;

/** The one DataSource of the project: the service, its tests, the command line and TypeORM's own CLI use it. */
export function dataSourceOptions(
  url: string,
  timeouts: DatabaseTimeouts = SERVICE_TIMEOUTS,
): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNamingStrategy(),
    // The application makes its ids; without these two lines TypeORM would install an extension at connect.
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    poolSize: POOL_SIZE,
    connectTimeoutMS: timeouts.connect,
    extra: {
      application_name: 'voice-agent-platform',
      keepAlive: true,
      // Instants as text are in UTC and ISO, whatever the server's own settings are.
      options: '-c TimeZone=UTC -c DateStyle=ISO',
      idleTimeoutMillis: 30_000,
      ...(timeouts.statement > 0 && {
        statement_timeout: timeouts.statement,
        query_timeout: timeouts.statement + 100,
        lock_timeout: timeouts.statement - 100,
        idle_in_transaction_session_timeout: 10_000,
        // For `Pipelines`. Whoever waits for each answer before the next statement notices nothing of it.
        pipeline: true,
      }),
    },
  };
}

/** For TypeORM's command line: the server that `DATABASE_URL` names, else the embedded one if it is running. */
const url = process.env.DATABASE_URL ?? (await findEmbeddedPostgres(process.env.DATA_DIR ?? '.data'));
export default new DataSource(
  dataSourceOptions(url ?? 'postgres://no-database-is-running.invalid', PATIENT_TIMEOUTS),
);
