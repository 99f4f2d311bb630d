import { CONTACT_JSON } from '../contacts/contact-columns.js';
import { TextTarget } from './contact-targets.js';

/** The columns of the contact fields that a mapping can fill. */
export const FIELD_COLUMNS = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  company: 'company',
  countryCode: 'country_code',
  timezone: 'timezone',
  crmId: 'crm_id',
  crmSource: 'crm_source',
} as const satisfies Record<TextTarget, string>;

const COLUMNS = Object.values(FIELD_COLUMNS);
const MERGED_COLUMNS = [...COLUMNS, 'tags', 'variables'];

/** One column of every field, written by `write`, as a list. */
const each = (columns: readonly string[], write: (column: string) => string): string =>
  columns.map(write).join(', ');

/** First key of the advisory locks that keep a mapping's changes and its intakes apart. */
const GATE = 1;

/** The lock of one mapping; its organization is in it, so that nobody can hold up another one's by knowing its id. */
const gateOf = (organization: string, mapping: string): string =>
  `${GATE}, hashtext(${organization}::uuid::text || ${mapping}::text)`;

/**
 * Waits until no intake of a mapping is under way, and holds off new ones until the transaction ends: what is
 * committed then is seen by every later one. A row lock alone would not do: intakes share it, and a mapping that is
 * never without one could not be changed. Parameters: organization, mapping.
 */
export const CLOSE_GATE = `SELECT pg_advisory_xact_lock(${gateOf('$1', '$2::uuid')})`;

/** What the contact has of a variable wins over a weak value, unless it is empty. */
const VARIABLES = `coalesce(known.variables, '{}')
  || (accepted.weak_variables - coalesce(
       (SELECT array_agg(kept.key) FROM jsonb_each(known.variables) kept
         WHERE kept.value NOT IN ('null', '""')), '{}'))
  || accepted.strong_variables`;

/** Tags are added behind those there are. */
const TAGS = `coalesce(known.tags, '{}') || ARRAY(
  SELECT added.tag FROM unnest(accepted.tags) WITH ORDINALITY added (tag, place)
   WHERE known.tags IS NULL OR added.tag <> ALL (known.tags) ORDER BY added.place)`;

/** The columns of the log that do not depend on what became of the contact. */
const LOG_COLUMNS = `organization_id, id, mapping_id, received_at, outcome, reason_code, reason, status, content_type,
  payload, payload_bytes, result, contact_id, replay_of, duration_ms`;

/**
 * Stores a batch of mapped requests: contacts, log lines and events, in one statement that commits by itself.
 * Parameters: the organization, and the two that `storableRows` makes, with each phone number once.
 *
 * It gives a row for each request that was stored. One without a row changed nothing: its mapping is not active any
 * more, or not in the version that mapped it, or the contact was made, or got another number, at the same moment; or
 * another request of the batch is about the same contact by another of its numbers.
 *
 * - `gate`, `live`: from here to the commit the mappings stay as they are.
 * - `known` locks the contacts that exist, in the order of their numbers (no two batches can wait for each other in a
 *   circle), and reads them as they are now, not as of the statement's start: what is merged is never stale.
 * - `accepted`: a number that was given up in a merge leads to the contact that stayed.
 * - What `merged` computes is specified by `mergeContact`; a property test holds the two together.
 * - An unchanged contact is not written at all.
 */
export const STORE_INTAKES = `
WITH posted AS MATERIALIZED (
  SELECT * FROM json_to_recordset($3::json) AS own (
    kind integer, request_id uuid, received_at timestamptz, payload text, payload_bytes integer, replay_of uuid,
    duration_ms integer, contact_id uuid, event_id uuid, number text,
    strong_variables jsonb, weak_variables jsonb,
    ${each(COLUMNS, (column) => `strong_${column} text, weak_${column} text`)})
  JOIN ROWS FROM (json_to_recordset($2::json) AS (
    mapping_id uuid, mapping_version integer, content_type text, skips boolean, tags text[], result jsonb))
    WITH ORDINALITY AS kinds (mapping_id, mapping_version, content_type, skips, tags, result, kind) USING (kind)
), gate AS MATERIALIZED (
  SELECT mapping_id, pg_advisory_xact_lock_shared(${gateOf('$1', 'mapping_id')})
    FROM (SELECT DISTINCT mapping_id FROM posted) mappings
), live AS MATERIALIZED (
  SELECT mapping.id, mapping.version FROM webhook_mappings mapping JOIN gate ON gate.mapping_id = mapping.id
   WHERE mapping.organization_id = $1 AND mapping.status = 'active' FOR SHARE OF mapping
), accepted AS MATERIALIZED (
  SELECT DISTINCT ON (phone) posted.*, coalesce(survivor.phone, posted.number) AS phone,
         survivor.id IS NOT NULL AS is_merged
    FROM posted
    JOIN live ON live.id = posted.mapping_id AND live.version = posted.mapping_version
    LEFT JOIN merged_contacts former ON former.organization_id = $1 AND former.number = posted.number
    LEFT JOIN contacts survivor ON survivor.organization_id = $1 AND survivor.id = former.contact_id
   ORDER BY phone, posted.request_id
), known AS MATERIALIZED (
  SELECT contact.* FROM contacts contact JOIN accepted ON accepted.phone = contact.phone
   WHERE contact.organization_id = $1 ORDER BY contact.phone FOR NO KEY UPDATE OF contact
), merged AS MATERIALIZED (
  SELECT accepted.contact_id, accepted.phone, accepted.is_merged, accepted.skips, known.id AS known_id,
    ${each(
      COLUMNS,
      (column) =>
        `coalesce(accepted.strong_${column}, nullif(known.${column}, ''), accepted.weak_${column}, known.${column}) AS ${column}`,
    )},
    ${TAGS} AS tags, ${VARIABLES} AS variables
    FROM accepted LEFT JOIN known ON known.phone = accepted.phone
), created AS (
  INSERT INTO contacts (organization_id, id, phone, source, ${MERGED_COLUMNS.join(', ')})
  SELECT $1, contact_id, phone, 'intake', ${MERGED_COLUMNS.join(', ')}
    FROM merged WHERE known_id IS NULL AND NOT is_merged ORDER BY phone
  ON CONFLICT (organization_id, phone) DO NOTHING RETURNING *
), changed AS (
  UPDATE contacts contact SET version = contact.version + 1, updated_at = now(),
    ${each(MERGED_COLUMNS, (column) => `${column} = merged.${column}`)}
    FROM merged
   WHERE contact.organization_id = $1 AND contact.id = merged.known_id AND NOT merged.skips
     AND (${each(MERGED_COLUMNS, (column) => `contact.${column}`)})
         IS DISTINCT FROM (${each(MERGED_COLUMNS, (column) => `merged.${column}`)})
  RETURNING contact.*
), contact AS (
  SELECT 'created' AS outcome, * FROM created
  UNION ALL SELECT 'updated', * FROM changed
  UNION ALL SELECT 'unchanged', * FROM known WHERE id NOT IN (SELECT id FROM changed)
), stored AS MATERIALIZED (
  SELECT accepted.*, contact.outcome, contact.id AS stored_id, ${CONTACT_JSON} AS contact
    FROM contact JOIN accepted ON accepted.phone = contact.phone
), logged AS (
  INSERT INTO intake_requests (${LOG_COLUMNS})
  SELECT $1, request_id, mapping_id, received_at, outcome, NULL, NULL,
         CASE outcome WHEN 'created' THEN 201 ELSE 200 END, content_type, payload, payload_bytes, result,
         stored_id, replay_of, duration_ms
    FROM stored
), told AS (
  INSERT INTO events (organization_id, id, type, contact_id, data)
  SELECT $1, event_id, 'contact.' || outcome, stored_id, json_build_object('contact', contact)
    FROM stored WHERE outcome <> 'unchanged'
)
SELECT request_id, outcome, contact FROM stored`;

/**
 * Logs requests that were refused, with their events. Parameters: the organization, and a JSON array of
 * `refusedRow`s; one without `event_data` raises no event.
 */
export const LOG_REFUSALS = `
WITH refused AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2::json) AS refused (
    request_id uuid, mapping_id uuid, received_at timestamptz, reason_code text, reason text, status integer,
    content_type text, payload text, payload_bytes integer, result jsonb, replay_of uuid, duration_ms integer,
    mentions text[], event_id uuid, event_data text)
), logged AS (
  INSERT INTO intake_requests (${LOG_COLUMNS}, mentions)
  SELECT $1, request_id, mapping_id, received_at, 'rejected', reason_code, reason, status, content_type,
         payload, payload_bytes, result, NULL, replay_of, duration_ms, mentions
    FROM refused
)
INSERT INTO events (organization_id, id, type, data)
SELECT $1, event_id, 'intake.rejected', event_data FROM refused WHERE event_data IS NOT NULL`;
