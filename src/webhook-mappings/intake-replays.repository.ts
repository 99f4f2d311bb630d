import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { IntakeReplay } from './intake-replay.entity.js';

/** Requests that one replay posts; nobody waits for more, and the next replay takes the rest. */
const MOST_REPLAYED = 10_000;

/** Refused, kept, no replay themselves, and not accepted at a later try. */
const REPLAYABLE = `FROM intake_requests request
  WHERE request.organization_id = $1 AND request.mapping_id = $2 AND request.outcome = 'rejected'
    AND request.payload IS NOT NULL AND request.replay_of IS NULL
    AND ($3::timestamptz IS NULL OR request.received_at >= $3)
    AND ($4::uuid[] IS NULL OR request.id = ANY ($4))
    AND NOT EXISTS (SELECT FROM intake_requests again
      WHERE again.organization_id = $1 AND again.replay_of = request.id AND again.outcome <> 'rejected')`;

/** Which refused requests are meant. */
export interface ReplayScope {
  organizationId: OrganizationId;
  mappingId: string;
  since: Date | null;
  requestIds: readonly string[] | null;
}

export interface ReplayLine {
  id: string;
  receivedAt: Date;
}

const boundsOf = ({ organizationId, mappingId, since, requestIds }: ReplayScope): unknown[] => [
  organizationId,
  mappingId,
  since,
  requestIds,
];

/** Refused requests on their way to be posted again. */
@Injectable()
export class IntakeReplaysRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async insert(tx: Tx, replay: IntakeReplay): Promise<void> {
    await tx.insert(IntakeReplay, replay);
  }

  find(org: OrganizationId, mappingId: string, id: string): Promise<IntakeReplay | null> {
    return this.db.manager.findOneBy(IntakeReplay, { organizationId: org, mappingId, id });
  }

  /** The one that a job works on; two processes that think it is theirs take turns. */
  findForWork(tx: Tx, org: OrganizationId, id: string): Promise<IntakeReplay | null> {
    return tx.findOne(IntakeReplay, {
      where: { organizationId: org, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** How many there are, up to a limit. */
  async count(scope: ReplayScope, limit = MOST_REPLAYED): Promise<number> {
    const [counted] = await sql<{ count: number }>(
      this.db,
      `SELECT count(*)::int AS count FROM (SELECT 1 ${REPLAYABLE} LIMIT ${limit}) replayable`,
      boundsOf(scope),
    );
    return counted?.count ?? 0;
  }

  /** The next one, the oldest first; what came after it had begun is not its concern. Null when all were posted. */
  async next(tx: Tx, replay: IntakeReplay): Promise<ReplayLine | null> {
    if (replay.accepted + replay.refused >= replay.total) return null;
    const [line] = await sql<ReplayLine>(
      tx,
      `SELECT request.id, request.received_at AS "receivedAt" ${REPLAYABLE}
          AND request.received_at <= $5
          AND ($6::timestamptz IS NULL OR (request.received_at, request.id) > ($6, $7::uuid))
        ORDER BY request.received_at, request.id LIMIT 1`,
      [...boundsOf(replay), replay.createdAt, replay.lastReceivedAt, replay.lastId],
    );
    return line ?? null;
  }

  /** Notes how far it is. */
  async save(tx: Tx, replay: IntakeReplay): Promise<void> {
    const { organizationId, id, accepted, refused, refusals, lastReceivedAt, lastId, finishedAt } = replay;
    const progress = { accepted, refused, refusals, lastReceivedAt, lastId, finishedAt };
    await tx.update(IntakeReplay, { organizationId, id }, progress);
  }
}
