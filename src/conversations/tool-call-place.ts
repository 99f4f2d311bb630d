import type { OrganizationId } from '../auth/principal.js';

/** In which call, and where in it, a tool acts. */
export interface ToolCallPlace {
  org: OrganizationId;
  callId: string;
  callType: 'inbound' | 'outbound';
  agentId: string;
  contactId: string | null;
  /** E.164; null when withheld. */
  customerNumber: string | null;
  at: { toolCallId: string; turn: number; offsetMs: number };
}
