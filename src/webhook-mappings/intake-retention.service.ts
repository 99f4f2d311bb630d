import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import { deleteRows } from '../jobs/delete-rows.client.js';
import { Maintenance } from '../jobs/maintenance.service.js';

const KEPT_DAYS = 30;

/** Bytes of payload that the log of an organization may hold. */
const MOST_BYTES = 1024 ** 3;

const HOUR_SECONDS = 3_600;

/** Lines changed at once: some milliseconds. */
const BATCH = 500;

/** Lines added up at once, from the index of the primary key alone. */
const ADDED_UP = 20_000;

const OLD = `request.received_at < now() - interval '${KEPT_DAYS} days'`;

/** The newest line of a mapping tells when it last received anything; it stays, without what was posted. */
const IS_FOLLOWED = `(request.replay_of IS NOT NULL OR EXISTS (SELECT FROM intake_requests newer
  WHERE newer.organization_id = request.organization_id AND newer.mapping_id = request.mapping_id
    AND newer.replay_of IS NULL AND (newer.received_at, newer.id) > (request.received_at, request.id)))`;

/** An organization that was looked at, and the lines of it that are to lose their payload: from one to another. */
interface Excess {
  organization: OrganizationId;
  after: string | null;
  upTo: string | null;
}

/** Keeps the intake log to its time and its size: old lines go, and of too many payloads the oldest. */
@Injectable()
export class IntakeRetention {
  private excess: Excess | null = null;

  constructor(maintenance: Maintenance) {
    const everySeconds = HOUR_SECONDS;
    maintenance.add({ name: 'intake log: age', everySeconds, run: (tx) => this.deleteOld(tx) });
    maintenance.add({ name: 'intake log: size', everySeconds, run: (tx) => this.limitSize(tx) });
    maintenance.add({
      name: 'intake replays: age',
      everySeconds,
      run: deleteRows('intake_replays', `created_at < now() - interval '${KEPT_DAYS} days'`),
    });
  }

  /** One batch. @returns whether there may be more to do */
  async deleteOld(tx: Tx): Promise<boolean> {
    const deleted = await sql(
      tx,
      `DELETE FROM intake_requests WHERE ctid = ANY (ARRAY(
         SELECT request.ctid FROM intake_requests request WHERE ${OLD} AND ${IS_FOLLOWED}
          LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)) RETURNING 1`,
    );
    const blanked = await sql(
      tx,
      `UPDATE intake_requests SET payload = NULL, payload_bytes = 0, mentions = '{}', result = '{}'
        WHERE ctid = ANY (ARRAY(
         SELECT request.ctid FROM intake_requests request WHERE ${OLD} AND (payload IS NOT NULL OR result <> '{}')
          LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)) RETURNING 1`,
    );
    return deleted.length === BATCH || blanked.length === BATCH;
  }

  /**
   * One step: drops a batch of payloads of the organization it has come to, or else looks at the next organization.
   * @returns whether there may be more to do
   */
  async limitSize(tx: Tx, mostBytes = MOST_BYTES): Promise<boolean> {
    if (this.excess && (await this.dropBatch(tx, this.excess))) return true;
    const organization = await this.organizationAfter(tx, this.excess?.organization ?? null);
    if (organization === null) {
      this.excess = null;
      return false;
    }
    this.excess = { organization, after: null, upTo: await this.newestBeyond(tx, organization, mostBytes) };
    return true;
  }

  private async organizationAfter(tx: Tx, last: OrganizationId | null): Promise<OrganizationId | null> {
    const [next] = await sql<{ id: OrganizationId }>(
      tx,
      `SELECT id FROM organizations WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT 1`,
      [last],
    );
    return next?.id ?? null;
  }

  /** The newest line that no more fits in, when the payloads are added up from the newest on. Ids grow with time. */
  private async newestBeyond(tx: Tx, org: OrganizationId, mostBytes: number): Promise<string | null> {
    let bytes = 0;
    let before: string | null = null;
    for (;;) {
      const [sum]: Sum[] = await sql<Sum>(
        tx,
        `SELECT max(id::text) FILTER (WHERE so_far > $4) AS beyond, min(id::text) AS last, max(so_far) AS bytes
           FROM (SELECT id, $3 + sum(payload_bytes) OVER (ORDER BY id DESC) AS so_far
                   FROM (SELECT id, payload_bytes FROM intake_requests
                          WHERE organization_id = $1 AND ($2::uuid IS NULL OR id < $2)
                          ORDER BY id DESC LIMIT ${ADDED_UP}) lines) added`,
        [org, before, bytes, mostBytes],
      );
      if (!sum?.last || sum.beyond) return sum?.beyond ?? null;
      bytes = Number(sum.bytes);
      before = sum.last;
    }
  }

  /** The oldest first. @returns whether there were any */
  private async dropBatch(tx: Tx, excess: Excess): Promise<boolean> {
    const dropped = await sql<{ id: string }>(
      tx,
      `UPDATE intake_requests SET payload = NULL, payload_bytes = 0, mentions = '{}'
        WHERE organization_id = $1 AND id = ANY (ARRAY(
          SELECT id FROM intake_requests
           WHERE organization_id = $1 AND ($2::uuid IS NULL OR id > $2) AND id <= $3 AND payload_bytes > 0
           ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)) RETURNING id`,
      [excess.organization, excess.after, excess.upTo],
    );
    excess.after =
      dropped
        .map(({ id }) => id)
        .toSorted()
        .at(-1) ?? excess.after;
    return dropped.length > 0;
  }
}

interface Sum {
  beyond: string | null;
  last: string | null;
  bytes: string;
}
