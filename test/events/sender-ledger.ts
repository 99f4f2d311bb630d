import { Client as Connection } from 'pg';
import type { Ledgers } from './ledgers.js';
import { CHANGES, EVENTS, LIVE, TOLD_TYPES } from './told-rows.js';

/** A database as it is read between two deaths of it. */
export async function reading<T>(
  url: string,
  read: (rows: <Row>(text: string, values?: unknown[]) => Promise<Row[]>) => Promise<T>,
): Promise<T | null> {
  const connection = new Connection({ connectionString: url });
  connection.on('error', () => undefined);
  try {
    await connection.connect();
    return await read(async <Row>(text: string, values: unknown[] = []) => {
      const { rows } = await connection.query(text, values);
      return rows as Row[];
    });
  } catch {
    return null; // the server is just coming back
  } finally {
    await connection.end().catch(() => undefined);
  }
}

/** Calls that are not over. */
export const liveCalls = (url: string): Promise<string[] | null> =>
  reading(url, async (rows) =>
    (await rows<{ id: string }>(`SELECT id FROM calls WHERE ${LIVE}`)).map(({ id }) => id),
  );

/** Nobody has to wait for others to be through before starting a call. */
export const allowManyCalls = (url: string): Promise<unknown> =>
  reading(url, (rows) => rows(`UPDATE organizations SET max_concurrent_calls = 100000`));

/** Whether there was a change of every type. */
export const hasAllHappened = (url: string): Promise<boolean | null> =>
  reading(
    url,
    async (rows) =>
      (await rows(`SELECT DISTINCT type FROM (${CHANGES}) change`)).length === TOLD_TYPES.length,
  );

/** What goes on, and may cause further events. */
const OPEN = [
  `SELECT 'delivery' AS what, delivery.id, delivery.state, row_to_json(delivery) AS row, row_to_json(endpoint) AS beside
     FROM webhook_deliveries delivery JOIN webhook_endpoints endpoint
       ON endpoint.organization_id = delivery.organization_id AND endpoint.id = delivery.endpoint_id
    WHERE delivery.state <> 'delivered' AND endpoint.status = 'active'`,
  `SELECT 'call' AS what, call.id, call.status AS state, row_to_json(call) AS row, row_to_json(dial) AS beside
     FROM calls call LEFT JOIN dial_attempts dial
       ON dial.organization_id = call.organization_id AND dial.call_id = call.id
    WHERE call.${LIVE} OR call.watch_at IS NOT NULL`,
  `SELECT 'conversation' AS what, relay.id, relay.outcome AS state, row_to_json(relay) AS row
     FROM relay_sessions relay WHERE closed_at IS NULL`,
  `SELECT 'analysis' AS what, call_id AS id, post_call_analysis ->> 'status' AS state, row_to_json(details) AS row
     FROM call_details details WHERE post_call_analysis ->> 'status' IN ('queued', 'running')`,
  `SELECT 'action' AS what, action.id, action.status AS state, row_to_json(action) AS row
     FROM action_executions action WHERE status IN ('pending', 'running')`,
];

/** What keeps the ledger from being complete, a line each: the first few of each kind, with all that is known of them. */
export const unsettled = (url: string): Promise<string[] | null> =>
  reading(url, async (rows) => {
    const found: unknown[] = [];
    for (const open of OPEN) found.push(...(await rows(`${open} LIMIT 5`)));
    return found.map((row) => JSON.stringify(row));
  });

/** What the database says, once nothing goes on any more; `endpointId` is to be told of everything. */
export const senderLedger = (
  url: string,
  endpointId: string,
): Promise<Pick<Ledgers, 'changes' | 'events'> | null> =>
  reading(url, async (rows) => {
    for (const open of OPEN) if ((await rows(`${open} LIMIT 1`)).length > 0) return null;
    const changes = await rows<Ledgers['changes'][number]>(CHANGES);
    return { changes, events: await rows<Ledgers['events'][number]>(EVENTS, [TOLD_TYPES, endpointId]) };
  });
