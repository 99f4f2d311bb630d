import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { allOf, type Condition, ifGiven, where } from '../database/conditions.js';
import { sql } from '../database/sql.client.js';
import {
  amongFailed,
  amongPending,
  HAS_PENDING,
  inLog,
  type LogScope,
  MOST_LOOKED_THROUGH,
  pendingOf,
} from './event-sources.js';
import type { EventSubject } from './event-subject.js';
import { EventSubjects } from './event-subjects.repository.js';
import type { EventType } from './event-types.js';
import type { DeliveryState } from './webhook-delivery.entity.js';

/** An event as the log lists it, with what became of its deliveries. */
export interface LoggedEvent {
  id: string;
  type: EventType;
  recordedAt: Date;
  about: EventSubject | null;
  deliveries: Partial<Record<DeliveryState, number>>;
}

/** A delivery of an event and whose it is. */
export interface EventDelivery {
  id: string;
  state: DeliveryState;
  attempts: number;
  status: number | null;
  error: string | null;
  lastAttemptAt: Date | null;
  endpointId: string;
  url: string;
  description: string | null;
  isDeleted: boolean;
  /** It is sent nothing at present. */
  isHeld: boolean;
}

export interface EventPage {
  events: LoggedEvent[];
  /** The id to go on behind; null at the end of the log. */
  next: string | null;
  /** There may be more further back, where this page has not looked. */
  isPartial: boolean;
}

/** Which events are wanted. */
export interface EventFilter {
  type?: EventType;
  /** Only those with a delivery in this state. */
  deliveries?: 'failed' | 'pending';
}

/** What happened in an organization, newest first, as long as it is kept; ids rise with time. */
@Injectable()
export class EventLog {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly subjects: EventSubjects,
  ) {}

  async page(
    org: OrganizationId,
    filter: EventFilter,
    before: string | undefined,
    size: number,
  ): Promise<EventPage> {
    const values: unknown[] = [];
    const scope = { org, before, most: filter.type ? MOST_LOOKED_THROUGH : size + 1 };
    const { looked, among = null } = await this.lookedThrough(filter, scope, values);
    const wanted = allOf(
      [where('true'), among, ifGiven(filter.type, (type) => where('type = ?', type))],
      values,
    );
    const rows = await sql<FoundEvent & { last: string | null }>(
      this.db,
      `WITH looked AS MATERIALIZED (${looked}),
       last AS (SELECT id FROM looked ORDER BY id DESC OFFSET ${MOST_LOOKED_THROUGH - 1})
       SELECT found.id, found.type, event.created_at AS "recordedAt", (SELECT id FROM last) AS last
         FROM (SELECT true) AS always
         LEFT JOIN LATERAL (
           SELECT * FROM looked WHERE ${wanted} ORDER BY id DESC LIMIT ${size + 1}) found ON true
         LEFT JOIN events event ON event.organization_id = found.organization_id AND event.id = found.id
        ORDER BY found.id DESC`,
      values,
    );
    const found = rows.filter(({ id }) => id !== null);
    const shown = found.slice(0, size);
    const last = rows[0]?.last ?? null;
    const isFull = found.length > size;
    return {
      events: await this.described(org, shown),
      next: isFull ? (shown.at(-1)?.id ?? null) : last,
      isPartial: !isFull && last !== null,
    };
  }

  /** Where an event went. */
  deliveries(org: OrganizationId, eventId: string): Promise<EventDelivery[]> {
    return sql<EventDelivery>(
      this.db,
      `SELECT delivery.id, delivery.state, delivery.attempts, delivery.last_status AS status,
              delivery.last_error AS error, delivery.last_attempt_at AS "lastAttemptAt",
              endpoint.id AS "endpointId", endpoint.url, endpoint.description,
              endpoint.deleted_at IS NOT NULL AS "isDeleted",
              endpoint.status <> 'active' OR endpoint.deleted_at IS NOT NULL AS "isHeld"
         FROM webhook_deliveries delivery
         JOIN webhook_endpoints endpoint
           ON endpoint.organization_id = delivery.organization_id AND endpoint.id = delivery.endpoint_id
        WHERE delivery.organization_id = $1 AND delivery.event_id = $2
        ORDER BY endpoint.created_at, endpoint.id`,
      [org, eventId],
    );
  }

  /** Where wanted events are found, newest first, and what is asked of each there beside its type. */
  private async lookedThrough(
    { deliveries }: EventFilter,
    scope: LogScope,
    values: unknown[],
  ): Promise<{ looked: string; among?: Condition }> {
    if (deliveries === undefined) return { looked: inLog(scope, values) };
    if (deliveries === 'failed') return { looked: amongFailed(scope, values) };
    return (await this.isLong(scope.org))
      ? { looked: inLog({ ...scope, most: MOST_LOOKED_THROUGH }, values), among: where(HAS_PENDING) }
      : { looked: amongPending(scope, values) };
  }

  /** Whether more is waiting than is worth putting in order. */
  private async isLong(org: OrganizationId): Promise<boolean> {
    const rows = await sql(this.db, `${pendingOf('$1')} OFFSET ${MOST_LOOKED_THROUGH} LIMIT 1`, [org]);
    return rows.length > 0;
  }

  private async described(org: OrganizationId, events: readonly FoundEvent[]): Promise<LoggedEvent[]> {
    const ids = events.map(({ id }) => id);
    const [counts, subjects] = await Promise.all([this.counts(org, ids), this.subjects.of(org, ids)]);
    const byEvent = Map.groupBy(counts, ({ eventId }) => eventId);
    return events.map(({ id, type, recordedAt }) => ({
      id,
      type,
      recordedAt,
      about: subjects.get(id) ?? null,
      deliveries: Object.fromEntries((byEvent.get(id) ?? []).map(({ state, count }) => [state, count])),
    }));
  }

  private counts(org: OrganizationId, ids: readonly string[]) {
    return sql<{ eventId: string; state: DeliveryState; count: number }>(
      this.db,
      `SELECT event_id AS "eventId", state, count(*)::int AS count FROM webhook_deliveries
        WHERE organization_id = $1 AND event_id = ANY ($2::uuid[]) GROUP BY event_id, state`,
      [org, ids],
    );
  }
}

type FoundEvent = Omit<LoggedEvent, 'about' | 'deliveries'>;
