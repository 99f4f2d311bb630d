import { reading } from './sender-ledger.js';
import { LIVE } from './told-rows.js';

/** What a process has leased that was begun before a moment. */
const LEASES = [
  `UPDATE calls SET dial_lease_until = now() WHERE dial_lease_until IS NOT NULL AND started_at < $1`,
  `UPDATE calls SET watch_at = now() WHERE watch_at IS NOT NULL AND started_at < $1`,
  `UPDATE relay_sessions SET lease_until = now() WHERE closed_at IS NULL AND opened_at < $1`,
  `UPDATE jobs.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active' AND started_on < $1`,
];

/** What time does by itself, half a minute of it: what processes had leased that are gone since is everybody's. */
export const giveUpLeases = (url: string, since: Date): Promise<unknown> =>
  reading(url, async (rows) => {
    for (const statement of LEASES) await rows(statement, [since]);
    return true;
  });

/** A dial that was lost on the way to the carrier. Of those that it got the product has to find out itself. */
const UNDIALLED = `
  WITH undialled AS (
    UPDATE dial_attempts SET sent_at = sent_at - interval '10 minutes'
     WHERE state = 'unknown' AND call_id <> ALL ($1::uuid[]) AND sent_at > now() - interval '10 minutes'
    RETURNING call_id)
  UPDATE calls SET watch_at = now() WHERE id IN (SELECT call_id FROM undialled)`;
/** A recording that the carrier has told nobody of is asked for a minute after the call. */
const RECORDINGS = `UPDATE calls SET watch_at = now() WHERE NOT ${LIVE} AND watch_at > now() + interval '31 seconds'`;
/** A job that failed is tried again after a pause. */
const JOBS = `UPDATE jobs.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`;

/** What time does by itself, ten minutes of it: what is waited for is over. */
export const passTime = (url: string, dialled: readonly string[]): Promise<unknown> =>
  reading(url, async (rows) => {
    await rows(UNDIALLED, [dialled]);
    await rows(RECORDINGS);
    await rows(JOBS);
  });
