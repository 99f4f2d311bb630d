import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';

/** Changes added up at once: some ten milliseconds. */
const BATCH = 2_000;

/** A day of half a million calls takes a minute or two; nobody waits for it. */
const RECOUNT_TIMEOUT_MS = 10 * 60_000;

const COUNTS = [
  'succeeded',
  'unsuccessful',
  'unjudged',
  'unreached',
  'canceled',
  'failed',
  'answered',
  'voicemails',
  'seconds',
] as const;

/** A day of an organization in numbers; each is said in `CountedCalls`. */
export type DayCounts = Record<(typeof COUNTS)[number], number> & {
  /** Midnight in UTC. */
  day: Date;
  latency: number[];
};

const COLUMNS = [...COUNTS, 'latency'].join(', ');
const SUMS = [...COUNTS.map((name) => `sum(${name}) AS ${name}`), 'sum_counts(latency) AS latency'].join(
  ', ',
);
const ADDED = [
  ...COUNTS.map((name) => `${name} = known.${name} + EXCLUDED.${name}`),
  'latency = add_counts(known.latency, EXCLUDED.latency)',
].join(', ');
const REPLACED = [...COUNTS, 'latency'].map((name) => `${name} = EXCLUDED.${name}`).join(', ');

const ADD_UP = `
  WITH moved AS (
    DELETE FROM call_count_changes WHERE (organization_id, id) IN (
      SELECT organization_id, id FROM call_count_changes ORDER BY organization_id, id LIMIT ${BATCH})
    RETURNING *),
  added AS (
    INSERT INTO call_counts AS known (organization_id, day, ${COLUMNS})
    SELECT organization_id, day, ${SUMS} FROM moved GROUP BY organization_id, day
    ON CONFLICT (organization_id, day) DO UPDATE SET ${ADDED})
  SELECT count(*)::int AS moved FROM moved`;

/**
 * One statement sees one state of the database: the calls as they are, and just the changes that led there. What a
 * transaction has not committed yet is in neither, and is added when it is.
 */
const RECOUNT = `
  WITH superseded AS (DELETE FROM call_count_changes WHERE organization_id = $1 AND day = $2),
  called AS (
    SELECT counted.*, latency_counts(details.latency_metrics, 1) AS latency
      FROM calls call
      LEFT JOIN call_details details ON details.organization_id = call.organization_id AND details.call_id = call.id,
           counts_of_call(call.status, call.call_success, call.answered_at, call.went_to_voicemail, call.call_duration)
             AS counted
     WHERE call.organization_id = $1 AND call.started_at >= $2 AND call.started_at < $2 + interval '1 day')
  INSERT INTO call_counts (organization_id, day, ${COLUMNS})
  SELECT $1, $2, ${SUMS} FROM called HAVING count(*) > 0
  ON CONFLICT (organization_id, day) DO UPDATE SET ${REPLACED}`;

/** Calls in numbers, by the day of UTC on which they began. */
@Injectable()
export class CallCounts {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Days from `from` on, exact at this instant; one without calls is left out. */
  async days(org: OrganizationId, from: Date): Promise<DayCounts[]> {
    return sql<DayCounts>(
      this.db,
      `SELECT day, ${COUNTS.map((name) => `sum(${name})::int AS ${name}`).join(', ')}, sum_counts(latency) AS latency
         FROM (SELECT day, ${COLUMNS} FROM call_counts WHERE organization_id = $1 AND day >= $2
               UNION ALL
               SELECT day, ${COLUMNS} FROM call_count_changes WHERE organization_id = $1 AND day >= $2) AS counted
        GROUP BY day ORDER BY day`,
      [org, from],
    );
  }

  /**
   * Adds up what changed, else counts a day that waits for it. Runs on one replica at a time: it alone writes the sums,
   * so that calls never wait for each other. @returns whether there may be more to do
   */
  async addUp(tx: Tx): Promise<boolean> {
    const [batch] = await sql<{ moved: number }>(tx, ADD_UP);
    return batch?.moved === BATCH || this.recountNext(tx);
  }

  /** The newest day first: it is the one that people look at. */
  private async recountNext(tx: Tx): Promise<boolean> {
    const [next] = await sql<{ org: string; day: Date }>(
      tx,
      `DELETE FROM call_recounts WHERE (organization_id, day) = (
         SELECT organization_id, day FROM call_recounts ORDER BY day DESC LIMIT 1)
       RETURNING organization_id AS org, day`,
    );
    if (!next) return false;
    const client = (await tx.queryRunner?.connect()) as ClientBase;
    await sql(tx, `SET LOCAL statement_timeout = ${RECOUNT_TIMEOUT_MS}`);
    const statement = { text: RECOUNT, values: [next.org, next.day], query_timeout: RECOUNT_TIMEOUT_MS };
    await client.query(statement);
    return true;
  }
}
