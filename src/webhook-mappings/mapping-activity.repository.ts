import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';

/** Requests of a mapping that are looked at: a busy one would be counted for seconds. */
const MOST_COUNTED = 1_000;

export interface Activity {
  id: string;
  accepted: number;
  refused: number;
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
}

/** The two counts in words; a mapping whose day was not counted to its end has at least so many. */
export function activityWords(activity: Activity | undefined): { accepted: string; refused: string } {
  const { accepted, refused } = activity ?? { accepted: 0, refused: 0 };
  const more = accepted + refused >= MOST_COUNTED ? '+' : '';
  const words = (count: number): string => (count === 0 ? '0' : `${count}${more}`);
  return { accepted: words(accepted), refused: words(refused) };
}
