import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { sql, type Tx } from '../database/sql.client.js';
import type { RelaySocket } from './relay-view.js';

/** The sockets of a call, which conversations write. */
@Injectable()
export class RelaySockets {
  /** In the order in which they opened. */
  all(tx: Tx, org: OrganizationId, callId: string): Promise<RelaySocket[]> {
    return sql<RelaySocket>(
      tx,
      `SELECT carrier_session_id AS "carrierSessionId", opened_at AS "openedAt", lease_until AS "leaseUntil",
              closed_at AS "closedAt", outcome
         FROM relay_sessions WHERE organization_id = $1 AND call_id = $2 ORDER BY opened_at, id`,
      [org, callId],
    );
  }
}
