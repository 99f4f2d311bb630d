import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FirstAdmin } from '../src/accounts/first-admin.service.js';
import { Sessions } from '../src/auth/sessions.service.js';
import { Transactions } from '../src/database/transactions.service.js';
import { createDemo } from '../src/demo/create-demo.command.js';
import { Maintenance } from '../src/jobs/maintenance.service.js';
import type { PageIds } from './page-list.js';
import { submitForm } from './support/form-visit.js';
import { post } from './support/product.js';

const CONTACTS = 100_000;
const LEADS = 200;
const VERSIONS = 200;
const IMPORTED_ROWS = 2_000;
const POLL_MS = 50;

/** A large organization, and the cookie of somebody who is signed in to it. */
export interface LargeOrganization {
  id: string;
  apiKey: string;
  webhookUrl: string;
  cookie: string;
}

/** Made by the product itself: a million calls take minutes. */
export async function aLargeOrganization(
  app: NestExpressApplication,
  db: DataSource,
  calls: number,
): Promise<LargeOrganization> {
  const demo = await createDemo(app, { name: 'Large', calls, seed: 1, now: new Date(), actor: 'system' });
  const org = demo.organizationId;
  await db.query(MORE_CONTACTS, [org, CONTACTS]);
  await db.query(MORE_VERSIONS, [org, VERSIONS]);
  await app.get(Maintenance).run('call counts');
  await db.query('VACUUM ANALYZE');
  return { id: org, apiKey: demo.apiKey, webhookUrl: demo.webhookUrl, cookie: await signIn(app, db, org) };
}

/** Makes an owner of it. @returns their cookie */
export async function signIn(app: NestExpressApplication, db: DataSource, org: string): Promise<string> {
  const token = await app.get(Transactions).run(async (tx) => {
    await app.get(FirstAdmin).addDemoOwner(tx, org);
    const [member] = (await tx.query(`SELECT user_id AS id FROM memberships WHERE organization_id = $1`, [
      org,
    ])) as {
      id: string;
    }[];
    return app.get(Sessions).open(tx, org, member?.id ?? '', { userAgent: 'bench', address: null });
  });
  return `session=${token}`;
}

/** Gives it an endpoint for events, and a log of intakes of which a tenth was refused. */
export async function postLeads(url: string, { id, apiKey, webhookUrl }: LargeOrganization): Promise<void> {
  const headers = { 'x-organization-id': id, 'x-api-key': apiKey };
  await post(`${url}/api/webhook-endpoints`, { url: 'http://127.0.0.1:9/hook' }, headers);
  const { pathname, search } = new URL(webhookUrl);
  for (let lead = 0; lead < LEADS; lead++) {
    const phone = lead % 10 === 0 ? 'none' : `+1312777${String(lead).padStart(4, '0')}`;
    const body = { name: `Lead ${lead}`, phone, email: `lead${lead}@example.com` };
    await post(url + pathname + search, body, {}, lead % 10 === 0 ? 400 : 201);
  }
}

/** Imports a file of people whose e-mail addresses are none, and uploads another one. */
export async function importFiles(url: string, db: DataSource, { cookie }: LargeOrganization): Promise<void> {
  const rows = Array.from({ length: IMPORTED_ROWS }, (_, n) => `+1415${2_000_000 + n},Person ${n},none`);
  const content = ['phone,first name,email', ...rows].join('\n');
  const upload = (): Promise<string> =>
    submitForm(url, cookie, '/settings/contact-imports', new File([content], 'people.csv'));
  await upload();
  const path = await upload();
  await submitForm(url, cookie, path);
  const isDone = async (): Promise<boolean> =>
    (await db.query(`SELECT FROM contact_imports WHERE status = 'completed'`)).length > 0;
  while (!(await isDone())) await wait(POLL_MS);
}

/** What the addresses of its pages name. */
export async function idsOf(db: DataSource, org: string): Promise<PageIds> {
  const one = async (query: string): Promise<string> => {
    const [row] = (await db.query(query, [org])) as { id: string }[];
    if (!row) throw new Error(`nothing found: ${query}`);
    return row.id;
  };
  return {
    call: await one(
      `SELECT call.id FROM calls call JOIN call_details details
           ON details.organization_id = call.organization_id AND details.call_id = call.id
        WHERE call.organization_id = $1 AND details.latency_metrics IS NOT NULL AND call.call_duration > 120
        ORDER BY call.started_at DESC LIMIT 1`,
    ),
    agent: await one(`SELECT id FROM agents WHERE organization_id = $1 AND name = 'Ava'`),
    contact: await one(
      `SELECT contact_id AS id FROM calls WHERE organization_id = $1 AND contact_id IS NOT NULL
        GROUP BY contact_id ORDER BY count(*) DESC LIMIT 1`,
    ),
    mapping: await one(`SELECT id FROM webhook_mappings WHERE organization_id = $1`),
    intake: await one(`SELECT id FROM intake_requests WHERE organization_id = $1 ORDER BY id DESC LIMIT 1`),
    phoneNumber: await one(`SELECT id FROM phone_numbers WHERE organization_id = $1`),
    imported: await one(`SELECT id FROM contact_imports WHERE organization_id = $1 AND status = 'completed'`),
    uploaded: await one(`SELECT id FROM contact_imports WHERE organization_id = $1 AND status = 'uploaded'`),
    endpoint: await one(`SELECT id FROM webhook_endpoints WHERE organization_id = $1`),
  };
}

/** Up to `$2` versions of Ava, each with another prompt. */
const MORE_VERSIONS = `
  WITH ava AS (
    UPDATE agents SET version = $2 WHERE organization_id = $1 AND name = 'Ava' RETURNING *)
  INSERT INTO agent_versions (organization_id, agent_id, version, name, config)
  SELECT $1, ava.id, n, ava.name, ava.config || jsonb_build_object('prompt', (ava.config ->> 'prompt') || ' ' || n)
    FROM ava, generate_series(2, $2::int) n ON CONFLICT DO NOTHING`;

/** Up to `$2` contacts, beside those that the calls were with. */
const MORE_CONTACTS = `
  INSERT INTO contacts (organization_id, id, phone, first_name, last_name, email, company, tags, source)
  SELECT $1, md5('more ' || n)::uuid, '+1414' || (2000000 + n), 'First ' || n, 'Last ' || n,
         'more' || n || '@example.com', 'Company ' || n % 1000,
         CASE WHEN n % 50 = 0 THEN '{vip}' ELSE '{}' END::text[], 'import'
    FROM generate_series(1, $2::int - (SELECT count(*)::int FROM contacts WHERE organization_id = $1)) n`;
