import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { LIVE } from '../calls/call-filter.js';
import type { LiveStatus } from '../calls/call-status.js';
import { sql } from '../database/sql.client.js';
import { SIMULATED_NUMBER } from '../telephony/simulated-number.js';
import { type Beginnings, DEMO_AGENT } from './first-steps.js';

/** Failed calls that are looked at: a bad day would be counted for seconds. */
const MOST_COUNTED = 500;

/** Calls of the last day that failed for one reason. */
export interface FailedCalls {
  reason: string | null;
  count: number;
  lastId: string;
  lastAt: Date;
}

/** A call that is not over, as a line. */
export interface LiveLine {
  id: string;
  status: LiveStatus;
  /** Null for who has none. */
  name: string | null;
  phone: string | null;
  agent: string;
  startedAt: Date;
}

/** What the home page reads beside the counts of calls: each a look into an index. */
@Injectable()
export class HomeRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** The newest calls that are not over, and how many there are. */
  async liveCalls(org: OrganizationId, most: number): Promise<{ count: number; newest: LiveLine[] }> {
    const newest = await sql<LiveLine & { count: number }>(
      this.db,
      `SELECT call.id, call.status, call.started_at AS "startedAt", agent.name AS agent, call.count,
              nullif(concat_ws(' ', contact.first_name, contact.last_name), '') AS name, call.phone_number AS phone
         FROM (SELECT *, count(*) OVER ()::int FROM calls WHERE organization_id = $1 AND ${LIVE}
                ORDER BY started_at DESC, id DESC LIMIT $2) call
         JOIN agents agent ON agent.organization_id = call.organization_id AND agent.id = call.agent_id
         LEFT JOIN contacts contact
           ON contact.organization_id = call.organization_id AND contact.id = call.contact_id
        ORDER BY call.started_at DESC, call.id DESC`,
      [org, most],
    );
    return { count: newest[0]?.count ?? 0, newest };
  }

  /** The newest of the last 24 hours, by reason, the most frequent first. */
  failedCalls(org: OrganizationId): Promise<FailedCalls[]> {
    return sql<FailedCalls>(
      this.db,
      `SELECT reason, count(*)::int AS count, max(started_at) AS "lastAt",
              (array_agg(id ORDER BY started_at DESC))[1] AS "lastId"
         FROM (SELECT id, ended_reason AS reason, started_at FROM calls
                WHERE organization_id = $1 AND status = 'failed' AND started_at > now() - interval '24 hours'
                ORDER BY started_at DESC, id DESC LIMIT ${MOST_COUNTED}) failed
        GROUP BY reason ORDER BY count DESC, "lastAt" DESC LIMIT 4`,
      [org],
    );
  }

  /** What there is of first things, and whether the way to them was put away. */
  async beginnings(org: OrganizationId): Promise<Omit<Beginnings, 'carrier'> & { dismissed: boolean }> {
    const [found] = await sql<Omit<Beginnings, 'carrier'> & { dismissed: boolean }>(
      this.db,
      `SELECT EXISTS (SELECT FROM calls WHERE organization_id = $1) AS "hasCall",
              EXISTS (SELECT FROM agents WHERE organization_id = $1 AND name <> $2) AS "hasAgent",
              EXISTS (SELECT FROM intake_requests WHERE organization_id = $1) AS "hasIntake",
              (SELECT id FROM webhook_mappings WHERE organization_id = $1 AND status = 'active'
                ORDER BY created_at DESC, id DESC LIMIT 1) AS "mappingId",
              EXISTS (SELECT FROM api_keys WHERE organization_id = $1 AND mapping_id IS NULL
                 AND (name <> 'First key' OR last_used_at IS NOT NULL)) AS "hasKey",
              EXISTS (SELECT FROM phone_numbers WHERE organization_id = $1 AND number <> $3) AS "hasNumber",
              (SELECT first_steps_dismissed_at IS NOT NULL FROM organizations WHERE id = $1) AS dismissed`,
      [org, DEMO_AGENT, SIMULATED_NUMBER],
    );
    if (!found) throw new Error('a query without FROM gives a row');
    return found;
  }
}
