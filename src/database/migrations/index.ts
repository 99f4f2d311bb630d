import { OrganizationsAndKeys1763600000001 } from './1763600000001-organizations-and-keys.migration.js';
import { AgentsAndContacts1763600000002 } from './1763600000002-agents-and-contacts.migration.js';
import { Calls1763600000003 } from './1763600000003-calls.migration.js';
import { ContactIntake1763600000004 } from './1763600000004-contact-intake.migration.js';
import { Edges1763600000005 } from './1763600000005-edges.migration.js';
import { Conversations1763600000006 } from './1763600000006-conversations.migration.js';
import { Transfers1763600000007 } from './1763600000007-transfers.migration.js';
import { RecordingLinks1763600000008 } from './1763600000008-recording-links.migration.js';
import { IntakeMentions1763600000009 } from './1763600000009-intake-mentions.migration.js';
import { ToolsAndModels1763600000010 } from './1763600000010-tools-and-models.migration.js';
import { Replicas1763600000011 } from './1763600000011-replicas.migration.js';
import { Webhooks1763600000014 } from './1763600000014-webhooks.migration.js';
import { AgentVersionAuthors1763600000015 } from './1763600000015-agent-version-authors.migration.js';
import { People1763600000016 } from './1763600000016-people.migration.js';
import { MergedContacts1763600000017 } from './1763600000017-merged-contacts.migration.js';
import { Home1763600000018 } from './1763600000018-home.migration.js';
import { IntakeReplays1763600000019 } from './1763600000019-intake-replays.migration.js';
import { Recoveries1763600000020 } from './1763600000020-recoveries.migration.js';
import { Chats1763600000021 } from './1763600000021-chats.migration.js';
import { CarrierAccounts1763600000022 } from './1763600000022-carrier-accounts.migration.js';
import { CallsOfCarrierAccounts1763600000023 } from './1763600000023-calls-of-carrier-accounts.migration.js';
import { LastAttempts1763600000024 } from './1763600000024-last-attempts.migration.js';
import { ContactImports1763600000170 } from './1763600000170-contact-imports.migration.js';
import { DeletedContacts1763600000171 } from './1763600000171-deleted-contacts.migration.js';
import { IntakeOutcomes1763600000172 } from './1763600000172-intake-outcomes.migration.js';
import { RecoveriesByTime1763600000173 } from './1763600000173-recoveries-by-time.migration.js';
import { FailedEvents1763600000175 } from './1763600000175-failed-events.migration.js';
import { AuditLogFilters1763600000176 } from './1763600000176-audit-log-filters.migration.js';

/** Every migration, oldest first. A landed migration is never edited; a new one is added at the end. */
export const MIGRATIONS = [
  OrganizationsAndKeys1763600000001,
  AgentsAndContacts1763600000002,
  Calls1763600000003,
  ContactIntake1763600000004,
  Edges1763600000005,
  Conversations1763600000006,
  Transfers1763600000007,
  RecordingLinks1763600000008,
  IntakeMentions1763600000009,
  ToolsAndModels1763600000010,
  Replicas1763600000011,
  Webhooks1763600000014,
  AgentVersionAuthors1763600000015,
  People1763600000016,
  MergedContacts1763600000017,
  Home1763600000018,
  IntakeReplays1763600000019,
  Recoveries1763600000020,
  Chats1763600000021,
  CarrierAccounts1763600000022,
  CallsOfCarrierAccounts1763600000023,
  LastAttempts1763600000024,
  ContactImports1763600000170,
  DeletedContacts1763600000171,
  IntakeOutcomes1763600000172,
  RecoveriesByTime1763600000173,
  FailedEvents1763600000175,
  AuditLogFilters1763600000176,
];
