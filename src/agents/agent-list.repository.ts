import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';

/** An agent in a list: without what it is told. */
export interface AgentLine {
  id: string;
  name: string;
  active: boolean;
  version: number;
  model: string | null;
  updatedAt: Date;
  lastCallAt: Date | null;
}

/** Agents to look through and to choose from. */
@Injectable()
export class AgentList {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Newest first, of those whose name has the text in it. */
  page(
    org: OrganizationId,
    { name, status }: { name?: string; status?: string },
    { limit, offset }: { limit: number; offset: number },
  ): Promise<AgentLine[]> {
    return sql<AgentLine>(
      this.db,
      `SELECT agent.id, agent.name, agent.status = 'active' AS active, agent.version, agent.config->>'model' AS model,
              agent.updated_at AS "updatedAt",
              (SELECT started_at FROM calls
                WHERE organization_id = $1 AND agent_id = agent.id
                ORDER BY started_at DESC, id DESC LIMIT 1) AS "lastCallAt"
         FROM (SELECT * FROM agents
                WHERE organization_id = $1
                  AND ($2::text IS NULL OR strpos(lower(name), lower($2)) > 0)
                  AND ($3::text IS NULL OR status = $3)
                ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5) agent
        ORDER BY agent.created_at DESC, agent.id DESC`,
      [org, name ?? null, status ?? null, limit, offset],
    );
  }

  /** When it last called or was called. */
  async lastCallAt(org: OrganizationId, id: string): Promise<Date | null> {
    const [last] = await sql<{ startedAt: Date }>(
      this.db,
      `SELECT started_at AS "startedAt" FROM calls
        WHERE organization_id = $1 AND agent_id = $2 ORDER BY started_at DESC, id DESC LIMIT 1`,
      [org, id],
    );
    return last?.startedAt ?? null;
  }

  /** The names of agents. */
  async names(org: OrganizationId, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await sql<{ id: string; name: string }>(
      this.db,
      `SELECT id, name FROM agents WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
      [org, ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
