import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The call record: the hot row, its details, notes and actions, dial attempts and carrier callbacks. */
export class Calls1763600000003 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await createCalls(db);
    await createCallIndexes(db);
    await createCallDetails(db);
    await createNotesAndActions(db);
    await createCarrierTraffic(db);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of [
      'call_events',
      'dial_attempts',
      'action_executions',
      'call_notes',
      'call_details',
      'calls',
    ])
      await db.query(`DROP TABLE ${table}`);
  }
}

async function createCalls(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE calls (
      organization_id uuid NOT NULL,
      id uuid NOT NULL,
      agent_id uuid NOT NULL,
      agent_version integer NOT NULL,
      contact_id uuid,
      campaign_id uuid,
      call_type text NOT NULL,
      status text NOT NULL,
      phone_number text,
      platform_number text NOT NULL,
      call_success boolean,
      went_to_voicemail boolean NOT NULL DEFAULT false,
      call_duration integer,
      started_at timestamptz(3) NOT NULL,
      dialed_at timestamptz(3),
      ringing_at timestamptz(3),
      answered_at timestamptz(3),
      ended_at timestamptz(3),
      ended_reason text,
      finalized_at timestamptz(3),
      carrier text NOT NULL,
      carrier_call_id text,
      end_requested_at timestamptz(3),
      end_requested_by text,
      dial_owner text,
      dial_lease_until timestamptz(3),
      dial_epoch integer NOT NULL DEFAULT 0,
      dial_deadline timestamptz(3),
      watch_at timestamptz(3),
      watch_attempts integer NOT NULL DEFAULT 0,
      event_sequence integer NOT NULL DEFAULT 0,
      recording_id text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT calls_pkey PRIMARY KEY (organization_id, id),
      CONSTRAINT calls_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
      CONSTRAINT calls_agent_id_fkey FOREIGN KEY (organization_id, agent_id)
        REFERENCES agents (organization_id, id),
      CONSTRAINT calls_contact_id_fkey FOREIGN KEY (organization_id, contact_id)
        REFERENCES contacts (organization_id, id) ON DELETE SET NULL (contact_id),
      CONSTRAINT calls_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id)
        REFERENCES campaigns (organization_id, id) ON DELETE SET NULL (campaign_id),
      CONSTRAINT calls_call_type_check CHECK (call_type IN ('inbound', 'outbound')),
      CONSTRAINT calls_status_check CHECK (status IN ('scheduled', 'queued', 'ringing', 'in-progress',
        'completed', 'busy', 'no-answer', 'failed', 'canceled')),
      CONSTRAINT calls_end_requested_by_check CHECK (end_requested_by IN ('operator', 'watchdog'))
    )`);
}

/** One index per filter of the list, in the list's default order, so that a page and its total are index scans. */
async function createCallIndexes(db: QueryRunner): Promise<void> {
  const indexes = [
    `INDEX calls_started_at_idx ON calls (organization_id, started_at, id) INCLUDE (agent_id, campaign_id, status, call_type)`,
    // A call that has not ended sorts as ending later than every instant; the list repeats this expression to the letter.
    `INDEX calls_ended_at_idx ON calls (organization_id, coalesce(ended_at, 'infinity'), id)`,
    `INDEX calls_created_at_idx ON calls (organization_id, created_at, id)`,
    `INDEX calls_agent_id_idx ON calls (organization_id, agent_id, started_at, id)`,
    `INDEX calls_contact_id_idx ON calls (organization_id, contact_id, started_at, id)`,
    `INDEX calls_campaign_id_idx ON calls (organization_id, campaign_id, started_at, id)`,
    `INDEX calls_phone_number_idx ON calls (organization_id, phone_number, started_at, id)`,
    `INDEX calls_status_idx ON calls (organization_id, status, started_at, id)`,
    // Few rows at any time: the calls that count towards the concurrency limit, wait to be dialled, are watched.
    `INDEX calls_live_idx ON calls (organization_id) WHERE status IN ('queued', 'ringing', 'in-progress')`,
    `INDEX calls_dial_idx ON calls (dial_lease_until) WHERE status = 'queued' AND dial_lease_until IS NOT NULL`,
    `INDEX calls_watch_idx ON calls (watch_at) WHERE watch_at IS NOT NULL`,
    // The carrier's id leads: one carrier account serves all organizations, and none may adopt another's call.
    `UNIQUE INDEX calls_carrier_call_id_key ON calls (carrier_call_id, organization_id) WHERE carrier_call_id IS NOT NULL`,
  ];
  for (const index of indexes) await db.query(`CREATE ${index}`);
}

async function createCallDetails(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE call_details (
      organization_id uuid NOT NULL,
      call_id uuid NOT NULL,
      variables jsonb NOT NULL DEFAULT '{}',
      metadata jsonb NOT NULL DEFAULT '{}',
      transcript text,
      transcript_formatted jsonb NOT NULL DEFAULT '[]',
      post_call_analysis jsonb,
      call_description text,
      custom_analysis jsonb,
      structured_data_results jsonb,
      quality_metrics jsonb,
      latency_metrics jsonb,
      audio_metrics jsonb,
      turn_events jsonb NOT NULL DEFAULT '[]',
      interruptions jsonb NOT NULL DEFAULT '[]',
      tool_usage jsonb NOT NULL DEFAULT '[]',
      answered_by jsonb,
      ended jsonb,
      memory jsonb,
      recording jsonb,
      CONSTRAINT call_details_pkey PRIMARY KEY (organization_id, call_id),
      CONSTRAINT call_details_call_id_fkey FOREIGN KEY (organization_id, call_id)
        REFERENCES calls (organization_id, id) ON DELETE CASCADE
    )`);
}

async function createNotesAndActions(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE call_notes (
      organization_id uuid NOT NULL,
      id uuid NOT NULL,
      call_id uuid NOT NULL,
      body text NOT NULL,
      source text NOT NULL,
      author text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT call_notes_pkey PRIMARY KEY (organization_id, id),
      CONSTRAINT call_notes_call_id_fkey FOREIGN KEY (organization_id, call_id)
        REFERENCES calls (organization_id, id) ON DELETE CASCADE,
      CONSTRAINT call_notes_source_check CHECK (source IN ('request', 'operator', 'agent', 'api'))
    )`);
  await db.query(`CREATE INDEX call_notes_call_id_idx ON call_notes (organization_id, call_id, id)`);
  await db.query(`
    CREATE TABLE action_executions (
      organization_id uuid NOT NULL,
      id uuid NOT NULL,
      call_id uuid NOT NULL,
      name text NOT NULL,
      type text NOT NULL,
      trigger text NOT NULL,
      status text NOT NULL,
      attempt integer NOT NULL DEFAULT 1,
      request jsonb,
      response jsonb,
      error text,
      tool_call_id text,
      turn integer,
      offset_ms integer,
      started_at timestamptz(3),
      completed_at timestamptz(3),
      duration_ms integer,
      CONSTRAINT action_executions_pkey PRIMARY KEY (organization_id, id),
      CONSTRAINT action_executions_call_id_fkey FOREIGN KEY (organization_id, call_id)
        REFERENCES calls (organization_id, id) ON DELETE CASCADE,
      CONSTRAINT action_executions_trigger_check CHECK (trigger IN ('in_call', 'post_call', 'manual')),
      CONSTRAINT action_executions_status_check CHECK (status IN ('pending', 'running', 'succeeded', 'failed', 'skipped'))
    )`);
  await db.query(
    `CREATE INDEX action_executions_call_id_idx ON action_executions (organization_id, call_id, id)`,
  );
}

async function createCarrierTraffic(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE dial_attempts (
      organization_id uuid NOT NULL,
      id uuid NOT NULL,
      call_id uuid NOT NULL,
      token text NOT NULL,
      state text NOT NULL,
      dial_epoch integer NOT NULL,
      carrier_call_id text,
      error_code text,
      error_message text,
      sent_at timestamptz(3) NOT NULL,
      resolved_at timestamptz(3),
      CONSTRAINT dial_attempts_pkey PRIMARY KEY (organization_id, id),
      CONSTRAINT dial_attempts_call_id_fkey FOREIGN KEY (organization_id, call_id)
        REFERENCES calls (organization_id, id) ON DELETE CASCADE,
      CONSTRAINT dial_attempts_state_check CHECK (state IN ('sending', 'accepted', 'unknown', 'not-sent', 'rejected'))
    )`);
  await db.query(`CREATE INDEX dial_attempts_call_id_idx ON dial_attempts (organization_id, call_id)`);
  await db.query(`CREATE UNIQUE INDEX dial_attempts_open_key ON dial_attempts (organization_id, call_id)
    WHERE state IN ('sending', 'accepted', 'unknown')`);
  await db.query(`
    CREATE TABLE call_events (
      organization_id uuid NOT NULL,
      id uuid NOT NULL,
      call_id uuid NOT NULL,
      kind text NOT NULL,
      dedupe_key text NOT NULL,
      payload jsonb NOT NULL,
      received_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT call_events_pkey PRIMARY KEY (organization_id, id),
      CONSTRAINT call_events_call_id_fkey FOREIGN KEY (organization_id, call_id)
        REFERENCES calls (organization_id, id) ON DELETE CASCADE,
      CONSTRAINT call_events_dedupe_key UNIQUE (organization_id, call_id, dedupe_key)
    )`);
  await db.query(`CREATE INDEX call_events_received_at_idx ON call_events (organization_id, received_at)`);
}
