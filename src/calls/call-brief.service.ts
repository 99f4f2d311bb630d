import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { completeConfig, type AgentConfig } from '../agents/agent-config.js';
import type { CALL_VARIABLES } from '../agents/prompt-variables.js';
import type { OrganizationId } from '../auth/principal.js';
import { isUuid } from '../common/readings.js';
import { sql, type Tx } from '../database/sql.client.js';
import type { CallBrief } from './call-brief.js';
import { CallTokens } from './call-tokens.service.js';
import { renderGreeting } from './render-greeting.js';

interface BriefRow extends Omit<
  CallBrief,
  'org' | 'callId' | 'agent' | 'variables' | 'greeting' | 'organization'
> {
  agent: Omit<CallBrief['agent'], 'config'>;
  config: Partial<AgentConfig>;
  callVariables: Record<string, unknown>;
  organizationName: string;
  isLive: boolean;
  /** Tokens of the dial attempts that may have reached the carrier. */
  tokens: string[] | null;
}

const BRIEF = `
  SELECT call.carrier_call_id AS "carrierCallId", call.carrier_account_id AS "carrierAccountId", call.call_type AS "callType", version.config,
         jsonb_build_object('id', agent.id, 'name', agent.name, 'version', call.agent_version) AS agent,
         CASE WHEN contact.id IS NOT NULL THEN jsonb_build_object(
           'id', contact.id, 'firstName', contact.first_name, 'lastName', contact.last_name, 'email', contact.email,
           'company', contact.company, 'phone', contact.phone, 'timezone', contact.timezone, 'tags', contact.tags,
           'variables', contact.variables) END AS contact,
         call.phone_number AS "customerNumber", call.platform_number AS "platformNumber",
         details.variables AS "callVariables", details.memory, organization.name AS "organizationName",
         call.answered_at AS "answeredAt", call.started_at AS "startedAt",
         call.end_requested_at IS NOT NULL AS "endRequested", call.went_to_voicemail AS "wentToVoicemail",
         call.finalized_at IS NULL AS "isLive",
         (SELECT string_agg(note.body, E'\\n' ORDER BY note.id) FROM call_notes note
           WHERE note.organization_id = call.organization_id AND note.call_id = call.id) AS notes,
         (SELECT array_agg(attempt.token) FROM dial_attempts attempt
           WHERE attempt.organization_id = call.organization_id AND attempt.call_id = call.id
             AND attempt.state IN ('sending', 'accepted', 'unknown')) AS tokens
    FROM calls call
    JOIN organizations organization ON organization.id = call.organization_id
    JOIN agents agent ON agent.organization_id = call.organization_id AND agent.id = call.agent_id
    JOIN agent_versions version ON version.organization_id = call.organization_id
                               AND version.agent_id = call.agent_id AND version.version = call.agent_version
    JOIN call_details details ON details.organization_id = call.organization_id AND details.call_id = call.id
    LEFT JOIN contacts contact ON contact.organization_id = call.organization_id AND contact.id = call.contact_id
   WHERE call.organization_id = $1 AND call.id = $2`;

/** What agents know when a conversation begins. */
@Injectable()
export class CallBriefs {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly tokens: CallTokens,
  ) {}

  /** Everything a conversation starts from, if this path names a live call and its token; else null. Reads only. */
  async admit(org: string, callId: string, token: string): Promise<CallBrief | null> {
    if (!isUuid(org) || !isUuid(callId)) return null;
    const row = await this.row(this.db, org, callId);
    if (!row?.isLive) return null;
    const isOurs =
      row.callType === 'inbound'
        ? this.tokens.verify(token, org, callId)
        : (row.tokens ?? []).includes(token);
    return isOurs ? presentBrief(org, callId, row) : null;
  }

  /** The brief of a call that exists. */
  async of(db: DataSource | Tx, org: OrganizationId, callId: string): Promise<CallBrief> {
    const row = await this.row(db, org, callId);
    if (!row) throw new Error(`call ${callId} is gone`);
    return presentBrief(org, callId, row);
  }

  private async row(db: DataSource | Tx, org: OrganizationId, callId: string): Promise<BriefRow | undefined> {
    const [row] = await sql<BriefRow>(db, BRIEF, [org, callId]);
    return row;
  }
}

function presentBrief(org: OrganizationId, callId: string, row: BriefRow): CallBrief {
  const config = completeConfig(row.config);
  const variables = variablesOf(row);
  return {
    org,
    callId,
    carrierCallId: row.carrierCallId,
    carrierAccountId: row.carrierAccountId,
    callType: row.callType,
    agent: { ...row.agent, config },
    contact: row.contact,
    customerNumber: row.customerNumber,
    platformNumber: row.platformNumber,
    variables,
    greeting: renderGreeting(config.greeting, variables),
    notes: row.notes,
    memory: row.memory,
    organization: { id: org, name: row.organizationName },
    answeredAt: row.answeredAt,
    startedAt: row.startedAt,
    endRequested: row.endRequested,
    wentToVoicemail: row.wentToVoicemail,
  };
}

/** The contact's own fields and variables, and over them those of the call. */
const variablesOf = ({ contact, customerNumber, callVariables }: BriefRow): Record<string, unknown> => ({
  ...({
    first_name: contact?.firstName,
    last_name: contact?.lastName,
    company: contact?.company,
    email: contact?.email,
    phone: customerNumber,
  } satisfies Record<(typeof CALL_VARIABLES)[number], unknown>),
  ...contact?.variables,
  ...callVariables,
});
