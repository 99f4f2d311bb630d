import { Client } from 'pg';
import { cloneDatabase, type TestDatabase } from '../support/template-database.js';

/** The tables that belong to no organization: every other one leads its keys with `organization_id`. */
const WITHOUT_ORGANIZATION = ['migrations', 'organizations', 'rate_limits', 'replicas', 'users'];

/** What the drift check does not see of an index: order, predicate, payload, expressions, kind. */
const SPECIAL_INDEXES = [
  'action_executions_idempotency_key_key btree (organization_id, call_id, idempotency_key) WHERE (idempotency_key IS NOT NULL)',
  'agents_created_at_idx btree (organization_id, created_at DESC, id DESC)',
  'audit_log_actor_idx btree (organization_id, COALESCE((actor_id)::text, actor_type), created_at, id)',
  "audit_log_actor_kind_idx btree (organization_id, COALESCE((actor_id)::text, actor_type), split_part(action, '.'::text, 1), created_at, id)",
  "audit_log_kind_idx btree (organization_id, split_part(action, '.'::text, 1), created_at, id)",
  'calls_carrier_account_id_idx btree (organization_id, carrier_account_id) WHERE (carrier_account_id IS NOT NULL)',
  'calls_carrier_call_id_key btree (carrier_call_id, organization_id) WHERE (carrier_call_id IS NOT NULL)',
  "calls_dial_idx btree (dial_lease_until) WHERE ((status = 'queued'::text) AND (dial_lease_until IS NOT NULL))",
  "calls_ended_at_idx btree (organization_id, COALESCE(ended_at, 'infinity'::timestamp with time zone), id)",
  "calls_live_idx btree (organization_id) WHERE (status = ANY (ARRAY['queued'::text, 'ringing'::text, 'in-progress'::text]))",
  'calls_started_at_idx btree (organization_id, started_at, id) INCLUDE (agent_id, campaign_id, status, call_type)',
  'calls_watch_idx btree (watch_at) WHERE (watch_at IS NOT NULL)',
  'carrier_accounts_current_key btree (organization_id) WHERE (retired_at IS NULL)',
  'contacts_created_at_idx btree (organization_id, created_at DESC, id DESC)',
  'contacts_email_idx btree (organization_id, lower(email))',
  "contacts_search_idx gin (lower(((((((((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(company, ''::text)) || ' '::text) || phone)) gin_trgm_ops)",
  'contacts_tags_idx gin (tags)',
  "dial_attempts_open_key btree (organization_id, call_id) WHERE (state = ANY (ARRAY['sending'::text, 'accepted'::text, 'unknown'::text]))",
  'events_call_id_sequence_key btree (organization_id, call_id, sequence) WHERE (call_id IS NOT NULL)',
  'events_contact_id_idx btree (organization_id, contact_id) WHERE (contact_id IS NOT NULL)',
  'idempotency_keys_contact_id_idx btree (organization_id, contact_id) WHERE (contact_id IS NOT NULL)',
  'intake_requests_mapping_id_idx btree (organization_id, mapping_id, received_at DESC, id DESC) INCLUDE (outcome)',
  "intake_requests_mentions_idx gin (mentions) WHERE (mentions <> '{}'::text[])",
  'intake_requests_outcome_idx btree (organization_id, mapping_id, outcome, received_at DESC, id DESC)',
  'intake_requests_pkey btree (organization_id, id) INCLUDE (payload_bytes)',
  'intake_requests_replay_of_idx btree (organization_id, replay_of) WHERE (replay_of IS NOT NULL)',
  'merged_contacts_search_idx gin (number gin_trgm_ops)',
  'phone_numbers_default_key btree (organization_id) WHERE is_default',
  'relay_sessions_lease_idx btree (lease_until) WHERE (closed_at IS NULL)',
  "webhook_deliveries_failed_event_idx btree (organization_id, event_id, event_type) WHERE (state = 'failed'::text)",
  'webhook_deliveries_failed_idx btree (organization_id, endpoint_id, "position") WHERE (state = \'failed\'::text)',
  'webhook_deliveries_failed_since_idx btree (organization_id, endpoint_id, created_at, "position") WHERE (state = \'failed\'::text)',
  'webhook_deliveries_pending_idx btree (organization_id, endpoint_id, next_attempt_at, "position") WHERE (state = \'pending\'::text)',
  'webhook_deliveries_recovery_id_idx btree (organization_id, recovery_id, state) WHERE (recovery_id IS NOT NULL)',
  'webhook_mappings_created_at_idx btree (organization_id, created_at DESC, id DESC)',
];

let database: TestDatabase;
let connection: Client;

beforeAll(async () => {
  database = await cloneDatabase();
  connection = new Client({ connectionString: database.url });
  await connection.connect();
});
afterAll(async () => {
  await connection.end();
  await database.drop();
});

const lines = async (text: string, values: unknown[] = []): Promise<string[]> =>
  (await connection.query<[string]>({ text, values, rowMode: 'array' })).rows.map(([line]) => line);

/** A constraint's columns in their order. */
const COLUMNS = `ARRAY(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY AS k (attnum, place)
                         JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum ORDER BY place)`;

/** Constraints of ours of one kind, with their table and columns. */
const constraints = (kind: 'p' | 'f'): string => `
  (SELECT c.*, c.conrelid::regclass::text AS "table", c.confrelid::regclass::text AS target, ${COLUMNS} AS columns
     FROM pg_constraint c WHERE c.contype = '${kind}' AND c.connamespace = 'public'::regnamespace) c`;

describe('the catalog', () => {
  it('there are our tables and those of the job queue, apart', async () => {
    const schemas = await lines(`
      SELECT nspname::text FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY 1`);
    expect(schemas).toEqual(['jobs', 'public']);
  });

  it('every tenant table has a primary key that begins with its organization', async () => {
    const keyed = await lines(
      `SELECT "table" FROM ${constraints('p')} WHERE columns[1] = 'organization_id' AND cardinality(columns) > 1`,
    );
    const tables = await lines(`SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'`);
    expect(tables.filter((table) => !keyed.includes(table)).toSorted()).toEqual(WITHOUT_ORGANIZATION);
  });

  it('every foreign key begins with the organization, so that no row points into another one', async () => {
    const astray =
      // A person may belong to several organizations, and is no row of any.
      await lines(`SELECT conname::text FROM ${constraints('f')} WHERE (columns[1] <> 'organization_id' AND target <> 'users')
       OR (target NOT IN ('organizations', 'users') AND cardinality(columns) < 2)`);
    expect(astray).toEqual([]);
  });

  it('every tenant table reaches its organization through foreign keys', async () => {
    const bound = await lines(
      `SELECT DISTINCT "table" FROM ${constraints('f')} WHERE columns[1] = 'organization_id'`,
    );
    const tables = await lines(`SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'`);
    expect(tables.filter((table) => !bound.includes(table)).toSorted()).toEqual(WITHOUT_ORGANIZATION);
  });

  it('every foreign key has an index that begins with its columns', async () => {
    const slow = await lines(`
      SELECT conname::text FROM ${constraints('f')}
       WHERE NOT EXISTS (SELECT FROM pg_index i
                          WHERE i.indrelid = c.conrelid
                            AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid)
                                   = format('(%I IS NOT NULL)', c.columns[cardinality(c.columns)]))
                            AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] = c.conkey)`);
    expect(slow).toEqual([]);
  });

  it('what is emptied when its target goes is named, and is never the organization', async () => {
    const wide = await lines(`
      SELECT conname::text FROM ${constraints('f')} WHERE confdeltype = 'n' AND (confdelsetcols IS NULL OR EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attnum = ANY (confdelsetcols)
           AND (a.attname = 'organization_id' OR a.attnotnull)))`);
    expect(wide).toEqual([]);
  });

  it('instants have milliseconds, as the API shows them', async () => {
    const wrong = await lines(`
      SELECT table_name || '.' || column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> 'migrations'
         AND (data_type LIKE 'time%' OR data_type = 'date')
         AND NOT (data_type = 'timestamp with time zone' AND datetime_precision = 3)`);
    expect(wrong).toEqual([]);
  });

  it('no column has a type that keeps what it cannot read, or shortens what it is given', async () => {
    const wrong = await lines(`
      SELECT table_name || '.' || column_name || ' ' || udt_name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> 'migrations'
         AND udt_name IN ('json', 'varchar', 'bpchar', 'money', 'float4')`);
    expect(wrong).toEqual([]);
  });

  it('indexes have the order, the predicates and the payload that their queries need', async () => {
    const special = await lines(`
      SELECT regexp_replace(indexdef, '^CREATE (UNIQUE )?INDEX (\\S+) ON \\S+ USING ', '\\2 ') AS line
        FROM pg_indexes WHERE schemaname = 'public'
         AND (indexdef ~ ' (DESC|WHERE|INCLUDE) ?|USING (gin|gist)' OR indexdef ~ '\\(.*\\(') ORDER BY 1`);
    expect(special.toSorted()).toEqual(SPECIAL_INDEXES);
  });

  it('triggers make deliveries, count calls, keep a number with one contact, and nothing else', async () => {
    const triggers = await lines(`SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`);
    expect(triggers).toEqual([
      'call_details_count_changed',
      'call_details_count_new',
      'calls_count_changed',
      'calls_count_new',
      'contacts_phone_not_merged',
      'events_fan_out',
    ]);
  });
});
