import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A UUIDv7 made by the server: PostgreSQL has `uuidv7()` from 18 on, and 15 is enough for us. The version's bits of a
 * random UUID (4) become those of a 7.
 */
const NEW_ID = `encode(set_bit(set_bit(
  overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
  52, 1), 53, 1), 'hex')::uuid`;

/**
 * Events on their way to other systems. The deliveries of an event are made by a trigger, in the statement that records
 * it: none can be skipped or made twice, whoever writes events and however long its transaction takes.
 */
export class Webhooks1763600000014 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhook_endpoints (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        url text NOT NULL,
        description text,
        event_types text[] NOT NULL DEFAULT '{}',
        agent_id uuid,
        header_names text[] NOT NULL DEFAULT '{}',
        headers_sealed bytea,
        secret_sealed bytea,
        previous_secret_sealed bytea,
        previous_secret_until timestamptz(3),
        status text NOT NULL DEFAULT 'active',
        status_reason text,
        status_since timestamptz(3) NOT NULL DEFAULT now(),
        failing_since timestamptz(3),
        consecutive_failures integer NOT NULL DEFAULT 0,
        resume_at timestamptz(3),
        lease_owner uuid,
        lease_until timestamptz(3),
        lease_epoch integer NOT NULL DEFAULT 0,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        deleted_at timestamptz(3),
        CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT webhook_endpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
        CONSTRAINT webhook_endpoints_agent_id_fkey FOREIGN KEY (organization_id, agent_id)
          REFERENCES agents (organization_id, id),
        CONSTRAINT webhook_endpoints_status_check CHECK (status IN ('active', 'paused', 'disabled')),
        CONSTRAINT webhook_endpoints_status_reason_check CHECK (status_reason IN ('gone', 'failing')),
        CONSTRAINT webhook_endpoints_secret_check CHECK (secret_sealed IS NOT NULL OR deleted_at IS NOT NULL)
      )`);
    await db.query(
      `CREATE INDEX webhook_endpoints_agent_id_idx ON webhook_endpoints (organization_id, agent_id)`,
    );
    await db.query(`
      CREATE TABLE webhook_deliveries (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        endpoint_id uuid NOT NULL,
        event_id uuid NOT NULL,
        event_type text NOT NULL,
        call_id uuid,
        position bigint GENERATED ALWAYS AS IDENTITY,
        state text NOT NULL DEFAULT 'pending',
        next_attempt_at timestamptz(3) NOT NULL,
        tries integer NOT NULL DEFAULT 0,
        attempts integer NOT NULL DEFAULT 0,
        last_attempt_at timestamptz(3),
        last_status integer,
        last_error text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT webhook_deliveries_event_id_key UNIQUE (organization_id, event_id, endpoint_id),
        CONSTRAINT webhook_deliveries_event_id_fkey FOREIGN KEY (organization_id, event_id)
          REFERENCES events (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (organization_id, endpoint_id)
          REFERENCES webhook_endpoints (organization_id, id),
        CONSTRAINT webhook_deliveries_state_check CHECK (state IN ('pending', 'delivered', 'failed', 'discarded'))
      ) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.05)`);
    await db.query(
      `CREATE INDEX webhook_deliveries_endpoint_id_idx ON webhook_deliveries (organization_id, endpoint_id, position)`,
    );
    await db.query(
      `CREATE INDEX webhook_deliveries_pending_idx
        ON webhook_deliveries (organization_id, endpoint_id, next_attempt_at, position) WHERE state = 'pending'`,
    );
    await db.query(
      `CREATE INDEX webhook_deliveries_failed_idx
        ON webhook_deliveries (organization_id, endpoint_id, position) WHERE state = 'failed'`,
    );
    await db.query(`
      CREATE TABLE webhook_delivery_attempts (
        organization_id uuid NOT NULL,
        delivery_id uuid NOT NULL,
        number integer NOT NULL,
        started_at timestamptz(3) NOT NULL,
        url text NOT NULL,
        header_names text[] NOT NULL DEFAULT '{}',
        status integer,
        error_kind text,
        error_message text,
        latency_ms integer NOT NULL,
        response_body text,
        response_truncated boolean NOT NULL DEFAULT false,
        CONSTRAINT webhook_delivery_attempts_pkey PRIMARY KEY (organization_id, delivery_id, number),
        CONSTRAINT webhook_delivery_attempts_delivery_id_fkey FOREIGN KEY (organization_id, delivery_id)
          REFERENCES webhook_deliveries (organization_id, id) ON DELETE CASCADE
      )`);
    await db.query(`ALTER TABLE events ADD COLUMN endpoint_id uuid`);
    await db.query(`
      CREATE FUNCTION fan_out_events() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO webhook_deliveries
          (organization_id, id, endpoint_id, event_id, event_type, call_id, next_attempt_at)
        SELECT event.organization_id, ${NEW_ID}, endpoint.id, event.id, event.type, event.call_id,
               date_trunc('milliseconds', clock_timestamp())
          FROM recorded event
          JOIN webhook_endpoints endpoint
            ON endpoint.organization_id = event.organization_id AND endpoint.deleted_at IS NULL
         WHERE CASE event.type
                 WHEN 'webhook.test' THEN endpoint.id = event.endpoint_id
                 WHEN 'webhook_endpoint.disabled' THEN endpoint.id <> event.endpoint_id
                   AND (endpoint.event_types = '{}' OR event.type = ANY (endpoint.event_types))
                 ELSE (endpoint.event_types = '{}' OR event.type = ANY (endpoint.event_types))
                   AND (endpoint.agent_id IS NULL OR endpoint.agent_id = (
                     SELECT call.agent_id FROM calls call
                      WHERE call.organization_id = event.organization_id AND call.id = event.call_id))
               END
         ORDER BY event.sequence, event.id;
        RETURN NULL;
      END $$`);
    await db.query(`
      CREATE TRIGGER events_fan_out AFTER INSERT ON events
        REFERENCING NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION fan_out_events()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TRIGGER events_fan_out ON events`);
    await db.query(`DROP FUNCTION fan_out_events()`);
    await db.query(`ALTER TABLE events DROP COLUMN endpoint_id`);
    await db.query(`DROP TABLE webhook_delivery_attempts`);
    await db.query(`DROP TABLE webhook_deliveries`);
    await db.query(`DROP TABLE webhook_endpoints`);
  }
}
