// The anchor: the same answer from node:http and pg alone. No credentials, limits, ETag, log or validation; rows as
// text, JSON written by hand, one prepared statement. What cannot be left out costs this much.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'pg';
import { announcePort } from '../support/announce.js';

const { databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as { databaseUrl: string };
const pool = new Pool({ connectionString: databaseUrl, max: 12, options: '-c TimeZone=UTC' });
const AS_TEXT = { getTypeParser: () => (text: string) => text };
const LIMIT = 50;

const STATEMENT = `
  SELECT call.id, call.agent_id, agent.name, call.contact_id, contact.first_name, contact.last_name, contact.email,
         call.phone_number,
         CASE call.call_type WHEN 'inbound' THEN call.phone_number ELSE call.platform_number END,
         call.call_type, call.status, call.call_success, call.went_to_voicemail, call.call_duration, call.started_at,
         call.ended_at, call.ended_reason, call.recording_id, call.campaign_id, campaign.name, call.created_at,
         (SELECT count(*) FROM calls WHERE organization_id = $1 AND agent_id = $2)
    FROM (SELECT * FROM calls
           WHERE organization_id = $1 AND agent_id = $2
           ORDER BY started_at DESC, id DESC LIMIT ${LIMIT} OFFSET $3) call
    LEFT JOIN LATERAL (SELECT name FROM agents
      WHERE organization_id = call.organization_id AND id = call.agent_id OFFSET 0) agent ON true
    LEFT JOIN LATERAL (SELECT first_name, last_name, email FROM contacts
      WHERE organization_id = call.organization_id AND id = call.contact_id OFFSET 0) contact ON true
    LEFT JOIN LATERAL (SELECT name FROM campaigns
      WHERE organization_id = call.organization_id AND id = call.campaign_id OFFSET 0) campaign ON true
   ORDER BY call.started_at DESC, call.id DESC`;

type Row = (string | null)[];

const quoted = (text: string | null = null): string => (text === null ? 'null' : JSON.stringify(text));
const plain = (text: string | null = null): string => (text === null ? 'null' : `"${text}"`);
const truth = (text: string | null = null): string =>
  text === null ? 'null' : text === 't' ? 'true' : 'false';
const instant = (text: string | null = null): string =>
  text === null
    ? 'null'
    : `"${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z"`;

const call = (r: Row): string =>
  `{"id":${plain(r[0])},"agent_id":${plain(r[1])},"agent_name":${quoted(r[2])},"contact_id":${plain(r[3])},` +
  `"contact_first_name":${quoted(r[4])},"contact_last_name":${quoted(r[5])},"contact_email":${quoted(r[6])},` +
  `"phone_number":${plain(r[7])},"phone_number_called_from":${plain(r[8])},"call_type":${plain(r[9])},` +
  `"status":${plain(r[10])},"call_success":${truth(r[11])},"went_to_voicemail":${truth(r[12])},` +
  `"call_duration":${r[13] ?? 'null'},"started_at":${instant(r[14])},"ended_at":${instant(r[15])},` +
  `"ended_reason":${plain(r[16])},"recording_url":null,"campaign_id":${plain(r[18])},` +
  `"campaign_name":${quoted(r[19])},"created_at":${instant(r[20])}}`;

const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const query = new URLSearchParams(request.url?.split('?', 2)[1]);
  const offset = Number(query.get('offset') ?? 0);
  const { rows } = await pool.query<Row>({
    name: 'page',
    text: STATEMENT,
    values: [request.headers['x-organization-id'], query.get('agent_id'), offset],
    rowMode: 'array',
    types: AS_TEXT,
  });
  const total = Number(rows[0]?.[21]);
  const hasMore = offset + rows.length < total;
  const body = Buffer.from(
    `{"data":[${rows.map(call).join(',')}],` +
      `"pagination":{"total":${total},"limit":${LIMIT},"offset":${offset},"has_more":${hasMore}}}`,
  );
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  });
  response.end(body);
}

server.listen(0, '127.0.0.1', () => announcePort(server.address()));
