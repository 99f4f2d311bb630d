import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v4 } from 'uuid';
import type { OrganizationId } from '../auth/principal.js';
import { sql } from '../database/sql.client.js';
import { preparedRows, textRows } from '../database/text-rows.client.js';
import { DELIVERY_TIMINGS, type DeliveryTimings } from './delivery-timings.js';
import { type DueRow, dueIn } from './due-rows.js';
import type { DeliveryLane, DueDelivery, LeasedEndpoint, QueueRead } from './delivery-lane.session.js';
import type { LaneAllowance } from './lane-allowance.js';

/** What is due first is found in the index of what waits, whatever the planner guesses: no other one has this order. */
const FIRST_DUE = 'next_attempt_at, position';

/**
 * Endpoints with something due, wherever. The index is walked from endpoint to endpoint: one that has nothing pending
 * costs nothing, and one with a million no more than one with a single delivery.
 */
const ALL_QUEUES = `
  WITH RECURSIVE queue AS (
    (SELECT organization_id, endpoint_id, next_attempt_at FROM webhook_deliveries WHERE state = 'pending'
      ORDER BY organization_id, endpoint_id, ${FIRST_DUE} LIMIT 1)
    UNION ALL
    SELECT following.* FROM queue, LATERAL (
      SELECT organization_id, endpoint_id, next_attempt_at FROM webhook_deliveries
       WHERE state = 'pending' AND (organization_id, endpoint_id) > (queue.organization_id, queue.endpoint_id)
       ORDER BY organization_id, endpoint_id, ${FIRST_DUE} LIMIT 1) following)
  SELECT organization_id, endpoint_id FROM queue WHERE next_attempt_at <= now() AND $5::uuid[] IS NULL`;

const IS_FREE = `endpoint.status = 'active' AND endpoint.deleted_at IS NULL
  AND (endpoint.lease_until IS NULL OR endpoint.lease_until <= now())
  AND (endpoint.resume_at IS NULL OR endpoint.resume_at <= now())`;

const QUEUES_OF = `
  SELECT endpoint.organization_id, endpoint.id AS endpoint_id
    FROM webhook_endpoints endpoint
   CROSS JOIN LATERAL (
     SELECT next_attempt_at FROM webhook_deliveries delivery
      WHERE delivery.organization_id = endpoint.organization_id AND delivery.endpoint_id = endpoint.id
        AND delivery.state = 'pending'
      ORDER BY ${FIRST_DUE} LIMIT 1) first
   WHERE endpoint.organization_id = ANY ($5::uuid[]) AND ${IS_FREE} AND first.next_attempt_at <= now()`;

/**
 * Who holds the fewest comes first, and of an organization those that do not fail.
 * Parameters: owner, lease in ms, most, most that one organization may hold, organizations to look at (null: all), those
 * that hold some, and how many.
 */
const claimFrom = (queues: string): string => `
  UPDATE webhook_endpoints endpoint SET lease_owner = $1, lease_epoch = lease_epoch + 1,
         lease_until = now() + $2 * interval '1 millisecond'
   WHERE (organization_id, id) IN (
     SELECT endpoint.organization_id, endpoint.id FROM webhook_endpoints endpoint
       JOIN (SELECT queue.organization_id, queue.endpoint_id, coalesce(held.lanes, 0) + row_number() OVER (
                      PARTITION BY queue.organization_id ORDER BY endpoint.consecutive_failures > 0, random()) AS turn
               FROM (${queues}) queue
               JOIN webhook_endpoints endpoint
                 ON endpoint.organization_id = queue.organization_id AND endpoint.id = queue.endpoint_id
               LEFT JOIN unnest($6::uuid[], $7::int[]) AS held (organization_id, lanes)
                 ON held.organization_id = queue.organization_id
              WHERE ${IS_FREE} AND (held.lanes IS NULL OR held.lanes < $4)) due
         ON due.organization_id = endpoint.organization_id AND due.endpoint_id = endpoint.id
      WHERE ${IS_FREE} AND due.turn <= $4
      ORDER BY due.turn, random() LIMIT $3 FOR NO KEY UPDATE OF endpoint SKIP LOCKED)
  RETURNING organization_id AS "organizationId", id, url, version, header_names AS "headerNames",
    headers_sealed AS "headersSealed", secret_sealed AS "secretSealed",
    previous_secret_sealed AS "previousSecretSealed", previous_secret_until AS "previousSecretUntil",
    consecutive_failures AS "consecutiveFailures", lease_epoch AS "leaseEpoch"`;

/**
 * What is due next in each lane; an endpoint that was changed since it was leased has nothing. Each row is looked up by
 * an index, whatever the planner guesses: OFFSET 0 keeps it from reading all events at once.
 */
const READ_DUE = `
  SELECT lane.place, due.id, due.attempts, due.tries, due.next_attempt_at, due.position, event.id, event.type,
         extract(epoch FROM event.created_at) * 1000, event.sequence, event.call_id, event.contact_id, event.data
    FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::timestamptz[], $6::bigint[])
         WITH ORDINALITY AS lane (organization_id, endpoint_id, version, most, after_due, after_position, place)
    JOIN webhook_endpoints endpoint ON endpoint.organization_id = lane.organization_id
     AND endpoint.id = lane.endpoint_id AND endpoint.version = lane.version
   CROSS JOIN LATERAL (
     SELECT * FROM webhook_deliveries delivery
      WHERE delivery.organization_id = lane.organization_id AND delivery.endpoint_id = lane.endpoint_id
        AND delivery.state = 'pending' AND delivery.next_attempt_at <= now()
        AND (delivery.next_attempt_at, delivery.position) > (lane.after_due, lane.after_position)
      ORDER BY delivery.next_attempt_at, delivery.position LIMIT lane.most) due
   CROSS JOIN LATERAL (
     SELECT * FROM events recorded
      WHERE recorded.organization_id = lane.organization_id AND recorded.id = due.event_id OFFSET 0) event
   ORDER BY due.next_attempt_at, due.position`;

/** Prepared, because every commit that records an event asks: planning costs ten times what looking does. */
const CLAIM_ANYWHERE = claimFrom(ALL_QUEUES);
const CLAIM_WITHIN = claimFrom(QUEUES_OF);

const BEGINNING = { dueAt: '-infinity', position: '0' };

/** A lane and what is to be read for it. */
interface Wanted {
  lane: DeliveryLane;
  read: QueueRead;
}

/**
 * The queues of due deliveries, one an endpoint, across all organizations. A process leases a whole queue: so nobody
 * else sends to that endpoint, its limit and its order hold, and a process that dies holds it up for seconds only.
 */
@Injectable()
export class DeliveryQueues {
  readonly owner = v4();

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(DELIVERY_TIMINGS) private readonly timings: DeliveryTimings,
  ) {}

  /**
   * Leases endpoints that have something due, beside those that are held; organizations take turns. `within` null looks
   * at all of them.
   */
  claim(
    within: readonly OrganizationId[] | null,
    { most, perOrganization }: LaneAllowance,
    held: readonly DeliveryLane[],
  ): Promise<LeasedEndpoint[]> {
    const heldBy = Map.groupBy(held, ({ endpoint }) => endpoint.organizationId);
    return preparedRows<LeasedEndpoint>(this.db, within ? CLAIM_WITHIN : CLAIM_ANYWHERE, [
      this.owner,
      this.timings.lease,
      most,
      perOrganization,
      within,
      [...heldBy.keys()],
      [...heldBy.values()].map(({ length }) => length),
    ]);
  }

  /** @returns the endpoints that are still ours, by their ids, with the number of their lease */
  async renew(lanes: readonly DeliveryLane[]): Promise<Map<string, number>> {
    const renewed = await sql<{ id: string; epoch: number }>(
      this.db,
      `UPDATE webhook_endpoints SET lease_until = now() + $3 * interval '1 millisecond'
        WHERE lease_owner = $1 AND (organization_id, id) IN (SELECT * FROM unnest($2::uuid[], $4::uuid[]))
        RETURNING id, lease_epoch AS epoch`,
      [this.owner, organizationsOf(lanes), this.timings.lease, idsOf(lanes)],
    );
    return new Map(renewed.map(({ id, epoch }) => [id, epoch]));
  }

  async release(lanes: readonly DeliveryLane[]): Promise<void> {
    await sql(
      this.db,
      `UPDATE webhook_endpoints endpoint SET lease_owner = NULL, lease_until = NULL
         FROM unnest($2::uuid[], $3::uuid[], $4::int[]) AS lane (organization_id, id, epoch)
        WHERE endpoint.organization_id = lane.organization_id AND endpoint.id = lane.id
          AND endpoint.lease_owner = $1 AND endpoint.lease_epoch = lane.epoch`,
      [this.owner, organizationsOf(lanes), idsOf(lanes), lanes.map(({ endpoint }) => endpoint.leaseEpoch)],
    );
  }

  /** Reads what is due next for each lane; fewer than were asked for say that there is no more. */
  async read(wanted: readonly Wanted[]): Promise<(Wanted & { due: DueDelivery[] })[]> {
    const lanes = wanted.map(({ lane }) => lane);
    const after = wanted.map(({ read }) => read.after ?? BEGINNING);
    const organizations = organizationsOf(lanes);
    const rows = await textRows<DueRow>(this.db, READ_DUE, [
      organizations,
      idsOf(lanes),
      lanes.map(({ endpoint }) => endpoint.version),
      wanted.map(({ read }) => read.most),
      after.map(({ dueAt }) => dueAt),
      after.map(({ position }) => position),
    ]);
    const due = dueIn(organizations, rows);
    return wanted.map((want, place) => ({ ...want, due: due[place] ?? [] }));
  }
}

const organizationsOf = (lanes: readonly DeliveryLane[]): OrganizationId[] =>
  lanes.map(({ endpoint }) => endpoint.organizationId);
const idsOf = (lanes: readonly DeliveryLane[]): string[] => lanes.map(({ endpoint }) => endpoint.id);
