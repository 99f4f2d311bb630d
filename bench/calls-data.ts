import type { DataSource } from 'typeorm';

const AGENTS = 40;
const CAMPAIGNS = 10;
const CONTACTS = 20_000;
const PAGE = 50;
const PAGES = 10;

/**
 * Gives an organization `count` calls of a year: half of them belong to a campaign. The same
 * calls at every run. @returns the ids of ten agents
 */
export async function loadCalls(db: DataSource, organizationId: string, count: number): Promise<string[]> {
  return db.transaction(async (tx) => {
    const insert = (statement: string, rows: number) => tx.query(statement, [organizationId, rows]);
    await tx.query(`SELECT setseed(0.42)`);
    await insert(AGENT_ROWS, AGENTS);
    await insert(CAMPAIGN_ROWS, CAMPAIGNS);
    await insert(CONTACT_ROWS, CONTACTS);
    await insert(CALL_ROWS, count);
    const agents: { agent_id: string }[] = await tx.query(
      `SELECT agent_id FROM calls GROUP BY 1 ORDER BY count(*) DESC LIMIT 10`,
    );
    return agents.map((agent) => agent.agent_id);
  });
}

/** The first ten pages of each of these agents' calls. */
export const listPaths = (agents: string[]): string[] =>
  Array.from({ length: PAGES }, (_, page) => page * PAGE).flatMap((offset) =>
    agents.map(
      (agent) => `/api/calls?agent_id=${agent}&limit=${PAGE}${offset > 0 ? `&offset=${offset}` : ''}`,
    ),
  );

const AGENT_ROWS = `
  INSERT INTO agents (organization_id, id, name, config)
  SELECT $1, md5('agent ' || n)::uuid, 'Agent ' || n, '{}' FROM generate_series(1, $2::int) n`;

const CAMPAIGN_ROWS = `
  INSERT INTO campaigns (organization_id, id, name)
  SELECT $1, md5('campaign ' || n)::uuid, 'Campaign "' || n || '"' FROM generate_series(1, $2::int) n`;

const CONTACT_ROWS = `
  INSERT INTO contacts (organization_id, id, phone, first_name, last_name, email, source)
  SELECT $1, md5('contact ' || n)::uuid, '+1312' || (2000000 + n), 'First ' || n, 'Läst ' || n,
         'contact' || n || '@example.com', 'import'
    FROM generate_series(1, $2::int) n`;

const CALL_ROWS = `
  INSERT INTO calls (organization_id, id, agent_id, agent_version, contact_id, campaign_id, call_type, status,
                     phone_number, platform_number, call_success, call_duration, started_at, ended_at, ended_reason,
                     carrier, created_at)
  SELECT $1, md5('call ' || n)::uuid, md5('agent ' || (1 + floor(${AGENTS} * a)))::uuid, 1, contact,
         CASE WHEN n % 2 = 0 THEN md5('campaign ' || (1 + floor(${CAMPAIGNS} * c)))::uuid END,
         CASE WHEN n % 5 = 0 THEN 'inbound' ELSE 'outbound' END, CASE WHEN n % 7 = 0 THEN 'busy' ELSE 'completed' END,
         '+1312' || (2000000 + person), '+13125550199', n % 7 <> 0, n % 300, started,
         started + n % 300 * interval '1 s', CASE WHEN n % 7 = 0 THEN 'customer-busy' ELSE 'customer-ended-call' END,
         'simulator', started
    FROM (SELECT n, random() a, random() c, person, md5('contact ' || person)::uuid contact,
                 date_trunc('milliseconds', '2025-01-01Z'::timestamptz + random() * interval '365 days') started
            FROM (SELECT n, 1 + floor(${CONTACTS} * random())::int person FROM generate_series(1, $2::int) n) people) drawn`;
