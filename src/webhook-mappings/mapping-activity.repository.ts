import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';

/** Requests of a mapping that are looked at: a busy one would be counted for seconds. */
const MOST_COUNTED = 1_000;

/** Refused requests that are counted one by one. */
const MOST_OPEN = 100;

export interface Activity {
  id: string;
  accepted: number;
  refused: number;
}

/** Requests that a mapping refused and that no replay has made good since. */
export interface Refusals {
  mappingId: string;
  mappingName: string;
  count: number;
  /** When the newest of them came. */
  lastAt: Date;
}

/** What came to mappings lately. */
@Injectable()
export class MappingActivity {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Of the newest 1,000 requests within 24 hours, by mapping; the index alone answers it. */
  async ofToday(org: OrganizationId, mappingIds: readonly string[]): Promise<Map<string, Activity>> {
    const rows = await sql<Activity>(
      this.db,
      `SELECT mapping.id, count(*) FILTER (WHERE recent.outcome <> 'rejected')::int AS accepted,
              count(*) FILTER (WHERE recent.outcome = 'rejected')::int AS refused
         FROM unnest($2::uuid[]) AS mapping (id)
        CROSS JOIN LATERAL (
          SELECT request.outcome FROM intake_requests request
           WHERE request.organization_id = $1 AND request.mapping_id = mapping.id
             AND request.received_at > now() - interval '24 hours'
           ORDER BY request.received_at DESC, request.id DESC LIMIT ${MOST_COUNTED}) recent
        GROUP BY mapping.id`,
      [org, mappingIds],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** What still wants somebody, of the newest 1,000 refused requests of each mapping within 24 hours. */
  openRefusals(org: OrganizationId, mappingIds: readonly string[]): Promise<Refusals[]> {
    return sql<Refusals>(
      this.db,
      `SELECT mapping.id AS "mappingId", mapping.name AS "mappingName", count(*)::int AS count,
              max(open.received_at) AS "lastAt"
         FROM webhook_mappings mapping
        CROSS JOIN LATERAL (
          SELECT refused.received_at
            FROM (SELECT request.id, request.received_at, request.replay_of FROM intake_requests request
                   WHERE request.organization_id = $1 AND request.mapping_id = mapping.id
                     AND request.outcome = 'rejected' AND request.received_at > now() - interval '24 hours'
                   ORDER BY request.received_at DESC, request.id DESC LIMIT ${MOST_COUNTED}) refused
           WHERE refused.replay_of IS NULL
             AND NOT EXISTS (SELECT FROM intake_requests again WHERE again.organization_id = $1
                   AND again.replay_of = refused.id AND again.outcome <> 'rejected')
           ORDER BY refused.received_at DESC, refused.id DESC LIMIT ${MOST_OPEN}) open
        WHERE mapping.organization_id = $1 AND mapping.id = ANY($2)
        GROUP BY mapping.id, mapping.name`,
      [org, mappingIds],
    );
  }
}

/** How many are open, as it is said. */
export const refusalWords = ({ count }: Refusals): string =>
  count === 1 ? '1 request' : `${count}${count >= MOST_OPEN ? '+' : ''} requests`;

/** The two counts in words; a mapping whose day was not counted to its end has at least so many. */
export function activityWords(activity: Activity | undefined): { accepted: string; refused: string } {
  const { accepted, refused } = activity ?? { accepted: 0, refused: 0 };
  const more = accepted + refused >= MOST_COUNTED ? '+' : '';
  const words = (count: number): string => (count === 0 ? '0' : `${count}${more}`);
  return { accepted: words(accepted), refused: words(refused) };
}
