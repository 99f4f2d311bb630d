import type { AgentConfig } from '../agents/agent-config.js';
import type { OrganizationId } from '../auth/principal.js';

/** What earlier calls with the same contact said: `enhanced_context.memory`. */
export interface CallMemory {
  /** Calls before this one that were connected. */
  previous_calls: number;
  last_call_id: string;
  /** ISO 8601. */
  last_call_at: string;
  /** For the agent's prompt; at most 1,200 characters. */
  brief: string;
}

/** Everything that a conversation starts from. */
export interface CallBrief {
  org: OrganizationId;
  callId: string;
  /** The carrier's own id; null while its answer to our dial is on its way. */
  carrierCallId: string | null;
  /** The organization's account at the carrier that the call is made with; null: the installation's. */
  carrierAccountId: string | null;
  callType: 'inbound' | 'outbound';
  agent: { id: string; name: string; version: number; config: AgentConfig };
  contact: BriefContact | null;
  /** E.164; null when withheld. */
  customerNumber: string | null;
  /** Ours: the one that called, or was called. */
  platformNumber: string;
  /** What `{{name}}` is filled from: the contact's fields and variables, and over them those of the call. */
  variables: Record<string, unknown>;
  /** The agent's first words, filled in. */
  greeting: string;
  /** What the call's notes say, one a line. */
  notes: string | null;
  memory: CallMemory | null;
  organization: { id: OrganizationId; name: string };
  answeredAt: Date | null;
  startedAt: Date;
  /** Somebody wants the call to end. */
  endRequested: boolean;
  wentToVoicemail: boolean;
}

interface BriefContact {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  company: string | null;
  phone: string;
  timezone: string | null;
  tags: string[];
  variables: Record<string, unknown>;
}
