import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { NotFound } from '../common/app-error.js';
import { sql } from '../database/sql.client.js';
import { completeConfig, type AgentConfig } from './agent-config.js';
import type { ToldVersion } from './agent-changes.js';

/** What an agent was at one version, and who made it so. */
export interface AgentMoment extends ToldVersion {
  version: number;
  createdAt: Date;
  /** Null where nobody kept it. */
  actorType: string | null;
  /** The person's address or the key's name, as they are now. */
  actorName: string | null;
}

/** Reads what agents were. */
@Injectable()
export class AgentHistory {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async find(org: OrganizationId, agentId: string, version: number): Promise<AgentMoment | null> {
    const [moment] = await this.list(org, agentId, version, 1);
    return moment?.version === version ? moment : null;
  }

  /** @throws NotFound */
  async read(org: OrganizationId, agentId: string, version: number): Promise<AgentMoment> {
    const moment = await this.find(org, agentId, version);
    if (!moment) throw new NotFound('Agent version');
    return moment;
  }

  /** Newest first, from `newest` on. */
  async list(org: OrganizationId, agentId: string, newest: number, limit: number): Promise<AgentMoment[]> {
    const moments = await sql<AgentMoment & { config: Partial<AgentConfig> }>(
      this.db,
      `SELECT v.version, v.name, v.status, v.config, v.created_at AS "createdAt", v.actor_type AS "actorType",
              coalesce(u.email, k.name) AS "actorName"
         FROM agent_versions v
         LEFT JOIN users u ON v.actor_type = 'user' AND u.id = v.actor_id
         LEFT JOIN api_keys k ON v.actor_type = 'api_key' AND k.organization_id = v.organization_id AND k.id = v.actor_id
        WHERE v.organization_id = $1 AND v.agent_id = $2 AND v.version <= $3
        ORDER BY v.version DESC LIMIT $4`,
      [org, agentId, newest, limit],
    );
    return moments.map((moment) => Object.assign(moment, { config: completeConfig(moment.config) }));
  }
}
