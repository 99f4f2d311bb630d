import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is counted of the calls that began on one day of UTC. */
const COUNTS = `
  succeeded integer NOT NULL DEFAULT 0,
  unsuccessful integer NOT NULL DEFAULT 0,
  unjudged integer NOT NULL DEFAULT 0,
  unreached integer NOT NULL DEFAULT 0,
  canceled integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  answered integer NOT NULL DEFAULT 0,
  voicemails integer NOT NULL DEFAULT 0,
  seconds bigint NOT NULL DEFAULT 0,
  latency integer[] NOT NULL DEFAULT '{}'`;

/** The counts of a call's row, in their order: everything but the latency. */
const OF_CALL =
  'succeeded, unsuccessful, unjudged, unreached, canceled, failed, answered, voicemails, seconds';

const sumsOf = (columns: string): string =>
  columns
    .split(', ')
    .map((column) => `sum(counted.${column})`)
    .join(', ');

const differencesOf = (columns: string): string =>
  columns
    .split(', ')
    .map((column) => `after.${column} - before.${column}`)
    .join(', ');

/**
 * What the home page reads. Counts of calls by day: triggers write what a change of a call adds to its day, in the
 * transaction of the change; the service adds these up. The days of calls that are there already are put down to be
 * counted by the service. And whether an organization has put its first steps away.
 */
export class Home1763600000018 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await createTables(db);
    await createFunctions(db);
    await countCalls(db);
    await countLatency(db);
    await db.query(DAYS_SO_FAR);
    await db.query(`ALTER TABLE organizations ADD COLUMN first_steps_dismissed_at timestamptz(3)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE organizations DROP COLUMN first_steps_dismissed_at`);
    for (const [table, name] of Object.entries(TRIGGERS).flatMap(([table, names]) =>
      names.map((name) => [table, name]),
    ))
      await db.query(`DROP TRIGGER ${name} ON ${table}`);
    await db.query(
      `DROP FUNCTION count_new_calls(), count_changed_call(), count_new_latency(), count_changed_latency()`,
    );
    await db.query(`DROP FUNCTION counts_of_call, latency_counts`);
    await db.query(`DROP AGGREGATE sum_counts(integer[])`);
    await db.query(`DROP FUNCTION add_counts`);
    await db.query(`DROP TABLE call_counts, call_count_changes, call_recounts`);
  }
}

const TRIGGERS = {
  calls: ['calls_count_new', 'calls_count_changed'],
  call_details: ['call_details_count_new', 'call_details_count_changed'],
};

async function createTables(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE call_counts (
      organization_id uuid NOT NULL,
      day timestamptz(3) NOT NULL,
      ${COUNTS},
      CONSTRAINT call_counts_pkey PRIMARY KEY (organization_id, day),
      CONSTRAINT call_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
    )`);
  await db.query(`
    CREATE TABLE call_count_changes (
      organization_id uuid NOT NULL,
      id bigint GENERATED ALWAYS AS IDENTITY,
      day timestamptz(3) NOT NULL,
      ${COUNTS},
      CONSTRAINT call_count_changes_pkey PRIMARY KEY (organization_id, id),
      CONSTRAINT call_count_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
  await db.query(`
    CREATE TABLE call_recounts (
      organization_id uuid NOT NULL,
      day timestamptz(3) NOT NULL,
      CONSTRAINT call_recounts_pkey PRIMARY KEY (organization_id, day),
      CONSTRAINT call_recounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
    )`);
}

async function createFunctions(db: QueryRunner): Promise<void> {
  // A call that is not over counts as nothing.
  await db.query(`
    CREATE FUNCTION counts_of_call(status text, success boolean, answered_at timestamptz, voicemail boolean, duration integer)
    RETURNS TABLE (succeeded integer, unsuccessful integer, unjudged integer, unreached integer, canceled integer,
                   failed integer, answered integer, voicemails integer, seconds bigint)
    LANGUAGE sql IMMUTABLE AS $$
      SELECT (status = 'completed' AND success IS TRUE)::integer,
             (status = 'completed' AND success IS FALSE)::integer,
             (status = 'completed' AND success IS NULL)::integer,
             (status IN ('busy', 'no-answer'))::integer,
             (status = 'canceled')::integer,
             (status = 'failed')::integer,
             (over AND answered_at IS NOT NULL AND NOT voicemail)::integer,
             (over AND voicemail)::integer,
             CASE WHEN over THEN coalesce(duration, 0) ELSE 0 END::bigint
        FROM (SELECT status IN ('completed', 'busy', 'no-answer', 'canceled', 'failed') AS over) AS it
    $$`);
  // Eight buckets to the doubling, from 50 ms to 25.6 s: the bounds of src/calls/latency-buckets.ts.
  await db.query(`
    CREATE FUNCTION latency_counts(metrics jsonb, sign integer) RETURNS integer[] LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(array_agg(sign * turns ORDER BY place), '{}')
        FROM (SELECT place, count(bucket)::integer AS turns
                FROM (SELECT least(72, 1 + floor(8 * ln(greatest(ms::double precision, 50) / 50) / ln(2::double precision)))::integer AS bucket
                        FROM jsonb_path_query(metrics, '$.turns[*].e2e ? (@.type() == "number")') AS ms) AS measured
               RIGHT JOIN generate_series(1, 72) AS place ON place = bucket
               WHERE metrics IS NOT NULL
               GROUP BY place) AS counted
    $$`);
  await db.query(`
    CREATE FUNCTION add_counts(a integer[], b integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN a = '{}' THEN b WHEN b = '{}' THEN a ELSE
        ARRAY(SELECT coalesce(x, 0) + coalesce(y, 0) FROM unnest(a, b) WITH ORDINALITY AS pair (x, y, place) ORDER BY place)
      END
    $$`);
  await db.query(
    `CREATE AGGREGATE sum_counts(integer[]) (SFUNC = add_counts, STYPE = integer[], INITCOND = '{}')`,
  );
}

/** New calls are counted by the statement: a COPY of thousands adds a row a day. */
async function countCalls(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE FUNCTION count_new_calls() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO call_count_changes (organization_id, day, ${OF_CALL})
      SELECT call.organization_id, date_trunc('day', call.started_at, 'UTC'), ${sumsOf(OF_CALL)}
        FROM recorded call,
             counts_of_call(call.status, call.call_success, call.answered_at, call.went_to_voicemail, call.call_duration) counted
       WHERE call.status IN ('completed', 'busy', 'no-answer', 'canceled', 'failed')
       GROUP BY 1, 2;
      RETURN NULL;
    END $$`);
  await db.query(`
    CREATE TRIGGER calls_count_new AFTER INSERT ON calls
      REFERENCING NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION count_new_calls()`);
  await db.query(`
    CREATE FUNCTION count_changed_call() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO call_count_changes (organization_id, day, ${OF_CALL})
      SELECT NEW.organization_id, date_trunc('day', NEW.started_at, 'UTC'), ${differencesOf(OF_CALL)}
        FROM counts_of_call(OLD.status, OLD.call_success, OLD.answered_at, OLD.went_to_voicemail, OLD.call_duration) before,
             counts_of_call(NEW.status, NEW.call_success, NEW.answered_at, NEW.went_to_voicemail, NEW.call_duration) after
       WHERE before IS DISTINCT FROM after;
      RETURN NULL;
    END $$`);
  await db.query(`
    CREATE TRIGGER calls_count_changed
      AFTER UPDATE OF status, call_success, answered_at, went_to_voicemail, call_duration ON calls FOR EACH ROW
      WHEN (NEW.status IN ('completed', 'busy', 'no-answer', 'canceled', 'failed')
        OR OLD.status IN ('completed', 'busy', 'no-answer', 'canceled', 'failed'))
      EXECUTE FUNCTION count_changed_call()`);
}

async function countLatency(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE FUNCTION count_new_latency() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO call_count_changes (organization_id, day, latency)
      SELECT call.organization_id, date_trunc('day', call.started_at, 'UTC'),
             sum_counts(latency_counts(recorded.latency_metrics, 1))
        FROM recorded
        JOIN calls call ON call.organization_id = recorded.organization_id AND call.id = recorded.call_id
       WHERE recorded.latency_metrics IS NOT NULL
       GROUP BY 1, 2;
      RETURN NULL;
    END $$`);
  await db.query(`
    CREATE TRIGGER call_details_count_new AFTER INSERT ON call_details
      REFERENCING NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION count_new_latency()`);
  await db.query(`
    CREATE FUNCTION count_changed_latency() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO call_count_changes (organization_id, day, latency)
      SELECT call.organization_id, date_trunc('day', call.started_at, 'UTC'),
             add_counts(latency_counts(NEW.latency_metrics, 1), latency_counts(OLD.latency_metrics, -1))
        FROM calls call
       WHERE call.organization_id = NEW.organization_id AND call.id = NEW.call_id;
      RETURN NULL;
    END $$`);
  await db.query(`
    CREATE TRIGGER call_details_count_changed AFTER UPDATE OF latency_metrics ON call_details FOR EACH ROW
      WHEN (OLD.latency_metrics IS DISTINCT FROM NEW.latency_metrics)
      EXECUTE FUNCTION count_changed_latency()`);
}

/** Walks the index from day to day: a few looks a day, however many calls it had. */
const DAYS_SO_FAR = `
  INSERT INTO call_recounts (organization_id, day)
  WITH RECURSIVE days AS (
    SELECT organization.id AS organization_id, date_trunc('day', (
             SELECT max(started_at) FROM calls WHERE organization_id = organization.id), 'UTC') AS day
      FROM organizations organization
    UNION ALL
    SELECT days.organization_id, date_trunc('day', (
             SELECT max(started_at) FROM calls
              WHERE organization_id = days.organization_id AND started_at < days.day), 'UTC')
      FROM days WHERE days.day IS NOT NULL)
  SELECT organization_id, day FROM days WHERE day IS NOT NULL`;
