import { reading } from './sender-ledger.js';

/** What a process has leased that was begun before a moment. */
const LEASES = [
  `UPDATE calls SET dial_lease_until = now() WHERE dial_lease_until IS NOT NULL AND started_at < $1`,
  `UPDATE calls SET watch_at = now() WHERE watch_at IS NOT NULL AND started_at < $1`,
  `UPDATE relay_sessions SET lease_until = now() WHERE closed_at IS NULL AND opened_at < $1`,
];

/** What time does by itself, half a minute of it: what processes had leased that are gone since is everybody's. */
export const giveUpLeases = (url: string, since: Date): Promise<unknown> =>
  reading(url, async (rows) => {
    for (const statement of LEASES) await rows(statement, [since]);
    return true;
  });

/**
 * What time does by itself, ten minutes of it: dials that were lost on the way to the carrier are given up. Of those that
 * it got the product has to find out itself.
 */
export const giveUpUndialled = (url: string, dialled: readonly string[]): Promise<unknown> =>
  reading(url, (rows) =>
    rows(
      `WITH undialled AS (
         UPDATE dial_attempts SET sent_at = sent_at - interval '10 minutes'
          WHERE state = 'unknown' AND call_id <> ALL ($1::uuid[]) AND sent_at > now() - interval '10 minutes'
         RETURNING call_id)
       UPDATE calls SET watch_at = now() WHERE id IN (SELECT call_id FROM undialled)`,
      [dialled],
    ),
  );
