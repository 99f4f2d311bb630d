import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import type { AppError } from '../common/app-error.js';
import { fateOf } from '../common/database-errors.js';
import { newId } from '../common/new-id.adapter.js';
import { sql, type Tx } from '../database/sql.client.js';
import { Events } from '../events/events.service.js';
import { textRows } from '../database/text-rows.client.js';
import { GroupCommit } from './group-commit.js';
import type { IncomingIntake } from './incoming-intake.js';
import { refusedRow } from './intake-rows.js';
import { LOG_REFUSALS } from './intake-statement.js';
import type { IntakeRequest } from './intake-request.entity.js';

interface Refused {
  intake: IncomingIntake;
  refusal: AppError;
}

/** A line of the log as a list shows it. */
export type IntakeLine = Omit<IntakeRequest, 'organizationId' | 'mentions'>;

/** Characters of a payload that a list shows; the line itself has all of it. */
const LISTED_PAYLOAD = 10_000;

/** Lines that a list counts; a mapping of years would be counted for seconds. */
const MOST_COUNTED = 100_000;

const lineColumns = (payload: string): string => `
  request.id, request.mapping_id AS "mappingId", request.received_at AS "receivedAt", request.outcome,
  request.reason_code AS "reasonCode", request.reason, request.status, request.content_type AS "contentType",
  ${payload} AS payload, request.payload_bytes AS "payloadBytes", request.result,
  request.contact_id AS "contactId", request.replay_of AS "replayOf", request.duration_ms AS "durationMs"`;

const MATCHING = `FROM intake_requests request
  WHERE request.organization_id = $1 AND request.mapping_id = $2 AND ($3::text IS NULL OR request.outcome = $3)`;

/** The log of what was posted to the mappings. What was stored is logged with it; here is the rest. */
@Injectable()
export class IntakeLog {
  private readonly refusals = new GroupCommit<Refused, void>({
    commit: async (org, refused) => {
      await this.write(this.db, org, refused);
      this.events.announce(org);
      return refused.map(() => undefined);
    },
    laneOf: ({ intake }) => intake.organizationId,
    keyOf: () => null,
    sizeOf: ({ intake }) => intake.body?.text.length ?? 0,
    fateOf,
  });

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly events: Events,
  ) {}

  /** Logs a refused request, with its event; resolves once it is committed. */
  refused(intake: IncomingIntake, refusal: AppError): Promise<void> {
    return this.refusals.add({ intake, refusal });
  }

  /** The same in a transaction of the caller's. */
  async refusedIn(tx: Tx, intake: IncomingIntake, refusal: AppError): Promise<void> {
    await this.write(tx, intake.organizationId, [{ intake, refusal }]);
    this.events.announceAfter(tx, intake.organizationId);
  }

  /** Logs a request that was answered from memory: it repeated the `Idempotency-Key` of an earlier one. */
  async repeated(
    tx: Tx,
    intake: IncomingIntake,
    answer: { status: number; contactId: string },
  ): Promise<void> {
    await sql(
      tx,
      `INSERT INTO intake_requests
         (organization_id, id, mapping_id, received_at, outcome, reason_code, reason, status, contact_id, duration_ms)
       VALUES ($1, $2, $3, $4, 'unchanged', 'idempotent_replay', 'Answered like the first request with its idempotency key',
         $5, (SELECT id FROM contacts WHERE organization_id = $1 AND id = $6), $7)`,
      [
        intake.organizationId,
        intake.id,
        intake.mappingId,
        intake.receivedAt,
        answer.status,
        answer.contactId,
        Date.now() - intake.receivedAt.getTime(),
      ],
    );
  }

  /** The newest lines of a mapping, with at most {@link LISTED_PAYLOAD} characters of payload. */
  async list(
    org: OrganizationId,
    mappingId: string,
    filter: { outcome?: IntakeRequest['outcome'] },
    page: { limit: number; offset: number },
  ): Promise<[IntakeLine[], number]> {
    const matching = [org, mappingId, filter.outcome ?? null];
    const [lines, [counted]] = await Promise.all([
      sql<IntakeLine>(
        this.db,
        `SELECT ${lineColumns(`left(request.payload, ${LISTED_PAYLOAD})`)} ${MATCHING}
          ORDER BY request.received_at DESC, request.id DESC LIMIT $4 OFFSET $5`,
        [...matching, page.limit, page.offset],
      ),
      sql<{ total: number }>(
        this.db,
        `SELECT count(*)::int AS total FROM (SELECT ${MATCHING} LIMIT ${MOST_COUNTED}) matching`,
        matching,
      ),
    ]);
    return [lines, counted?.total ?? 0];
  }

  async find(org: OrganizationId, mappingId: string, id: string): Promise<IntakeLine | null> {
    const [line] = await sql<IntakeLine>(
      this.db,
      `SELECT ${lineColumns('request.payload')} FROM intake_requests request
        WHERE request.organization_id = $1 AND request.mapping_id = $2 AND request.id = $3`,
      [org, mappingId, id],
    );
    return line ?? null;
  }

  private async write(db: DataSource | Tx, org: OrganizationId, refused: readonly Refused[]): Promise<void> {
    const now = Date.now();
    const rows = refused.map(({ intake, refusal }) =>
      refusedRow(intake, refusal, { eventId: newId(), durationMs: now - intake.receivedAt.getTime() }),
    );
    await textRows(db, LOG_REFUSALS, [org, JSON.stringify(rows)]);
  }
}
