import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { completeConfig, type AgentConfig } from '../agents/agent-config.js';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';

/** What an analysis reads of a call. */
export interface AnalysedCall {
  agentVersion: number;
  config: AgentConfig;
  transcript: unknown[];
}

type Json = Record<string, unknown>;

/** What is analysed, and how far that has come. */
@Injectable()
export class AnalysesRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async subject(org: OrganizationId, callId: string): Promise<AnalysedCall | null> {
    const [row] = await sql<AnalysedCall>(
      this.db,
      `SELECT call.agent_version AS "agentVersion", version.config, details.transcript_formatted AS transcript
         FROM calls call
         JOIN agent_versions version ON version.organization_id = call.organization_id
          AND version.agent_id = call.agent_id AND version.version = call.agent_version
         JOIN call_details details ON details.organization_id = call.organization_id AND details.call_id = call.id
        WHERE call.organization_id = $1 AND call.id = $2`,
      [org, callId],
    );
    return row ? { ...row, config: completeConfig(row.config) } : null;
  }

  /** What is kept of the analysis so far; undefined when the call has no details. */
  async current(tx: Tx, org: OrganizationId, callId: string): Promise<Json | null | undefined> {
    const [row] = await sql<{ analysis: Json | null }>(
      tx,
      `SELECT post_call_analysis AS analysis FROM call_details WHERE organization_id = $1 AND call_id = $2`,
      [org, callId],
    );
    return row?.analysis;
  }
}
