import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { completeConfig, type AgentConfig } from '../agents/agent-config.js';
import type { OrganizationId } from '../auth/principal.js';
import { ActionExecution } from '../calls/action-execution.entity.js';
import { sql, type Tx } from '../database/sql.client.js';

/** An action that waits, and the agent's settings that say what it is. */
export interface WaitingAction {
  row: ActionExecution;
  config: AgentConfig;
  agentName: string;
}

/** What another system is told of a call, beside the call itself. */
export interface ToldFindings {
  analysis: unknown;
  custom_analysis: unknown;
  structured_data_results: unknown;
}

/** The rows of post-call actions. */
@Injectable()
export class PostCallActionsRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async arePlanned(tx: Tx, org: OrganizationId, callId: string): Promise<boolean> {
    const rows = await sql(
      tx,
      `SELECT 1 FROM action_executions
        WHERE organization_id = $1 AND call_id = $2 AND trigger = 'post_call' LIMIT 1`,
      [org, callId],
    );
    return rows.length > 0;
  }

  /** Whether the action is still to be done for somebody: erasure takes what was asked for away. */
  async isKept(tx: Tx, org: OrganizationId, id: string): Promise<boolean> {
    const rows = await sql(
      tx,
      `SELECT 1 FROM action_executions WHERE organization_id = $1 AND id = $2 AND request IS NOT NULL`,
      [org, id],
    );
    return rows.length > 0;
  }

  /** The action, unless it is done or nobody is left to do it for. */
  async waiting(org: OrganizationId, id: string): Promise<WaitingAction | null> {
    const row = await this.db.manager.findOneBy(ActionExecution, { organizationId: org, id });
    if (!row?.request || (row.status !== 'pending' && row.status !== 'running')) return null;
    const [agent] = await sql<{ config: Partial<AgentConfig>; name: string }>(
      this.db,
      `SELECT version.config, version.name FROM calls call
         JOIN agent_versions version ON version.organization_id = call.organization_id
          AND version.agent_id = call.agent_id AND version.version = call.agent_version
        WHERE call.organization_id = $1 AND call.id = $2`,
      [org, row.callId],
    );
    return agent ? { row, config: completeConfig(agent.config), agentName: agent.name } : null;
  }

  /** How far an attempt has come that is not the last one. */
  async note(
    org: OrganizationId,
    id: string,
    changes: Partial<Pick<ActionExecution, 'status' | 'attempt' | 'response' | 'error' | 'startedAt'>>,
  ): Promise<void> {
    await this.db.manager.update(ActionExecution, { organizationId: org, id }, changes as never);
  }

  async findings(tx: Tx, org: OrganizationId, callId: string): Promise<ToldFindings | null> {
    const [row] = await sql<ToldFindings>(
      tx,
      `SELECT post_call_analysis AS analysis, custom_analysis, structured_data_results
         FROM call_details WHERE organization_id = $1 AND call_id = $2`,
      [org, callId],
    );
    return row ?? null;
  }
}
