import type { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import type { BenchCall } from './talk-protocol.js';

/** Makes calls that were answered a moment ago, as the dialler leaves them. */
export async function answeredCalls(
  db: DataSource,
  { organizationId, agentId, url }: { organizationId: string; agentId: string; url: string },
  count: number,
): Promise<BenchCall[]> {
  const calls = Array.from({ length: count }, () => ({
    call_id: v7(),
    attempt_id: v7(),
    token: v7(),
    sid: `CA${v7().replaceAll('-', '')}`,
  }));
  await db.query(ANSWERED_CALLS, [organizationId, agentId, JSON.stringify(calls)]);
  const sockets = url.replace('http', 'ws');
  return calls.map(({ call_id, token, sid }) => ({
    id: call_id,
    url: `${sockets}/voice/relay/${organizationId}/${call_id}/${token}`,
    callSid: sid,
  }));
}

const ANSWERED_CALLS = `
  WITH given AS (
    SELECT * FROM json_to_recordset($3::json) AS given (call_id uuid, attempt_id uuid, token uuid, sid text)
  ), call AS (
    INSERT INTO calls (organization_id, id, agent_id, agent_version, call_type, status, phone_number, platform_number,
                       started_at, answered_at, carrier, carrier_call_id)
    SELECT $1, call_id, $2, 1, 'outbound', 'in-progress', '+13125550150', '+13125550199',
           now() - interval '3 s', now(), 'simulator', sid FROM given
  ), details AS (
    INSERT INTO call_details (organization_id, call_id) SELECT $1, call_id FROM given
  )
  INSERT INTO dial_attempts (organization_id, id, call_id, token, state, dial_epoch, carrier_call_id, sent_at)
  SELECT $1, attempt_id, call_id, token, 'accepted', 0, sid, now() FROM given`;
