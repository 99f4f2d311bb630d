import { AppError } from '../common/app-error.js';
import { hideApiKeys } from '../common/api-key-format.js';
import { JsonObject } from '../common/json-text.js';
import { Numbering } from '../common/numbering.js';
import { mentionsIn } from '../contacts/mentions.js';
import { layersOf } from './contact-layers.js';
import { TextTarget } from './contact-targets.js';
import { IncomingIntake } from './incoming-intake.js';
import { FIELD_COLUMNS } from './intake-statement.js';
import { MappedContact } from './map-contact.js';
import { MappingRules } from './mapping-rules.js';
import { ContactValues } from './merge-contact.js';

/** A request with what its mapping made of it, ready to be stored. */
export interface MappedIntake {
  intake: IncomingIntake;
  mapping: { version: number; rules: MappingRules };
  mapped: MappedContact;
  /** E.164. */
  phone: string;
}

/** What a row needs that is not in the request: fresh ids, and the time it took so far in milliseconds. */
export interface RowExtras {
  contactId: string;
  eventId: string;
  durationMs: number;
}

type Row = Record<string, unknown>;

/** What the log keeps of any request. */
const requestOf = (intake: IncomingIntake, durationMs: number): Row => ({
  request_id: intake.id,
  received_at: intake.receivedAt,
  payload: intake.body?.text ?? null,
  payload_bytes: intake.body ? Buffer.byteLength(intake.body.text) : 0,
  replay_of: intake.replayOf,
  duration_ms: durationMs,
});

/** Requests as `STORE_INTAKES` takes them: its second and third parameter. */
export function storableRows(intakes: readonly (RowExtras & { mapped: MappedIntake })[]): [string, string] {
  const kinds = new Numbering<string>();
  const rows = intakes.map(({ mapped, ...extras }) => ({
    kind: kinds.of(JSON.stringify(kindOf(mapped))),
    ...ownPart(mapped, extras),
  }));
  return [`[${kinds.keys.join(',')}]`, JSON.stringify(rows)];
}

/** What the submissions of one form have in common, nearly always. */
function kindOf({ intake, mapping, mapped }: MappedIntake): Row {
  const { applied, unmapped, warnings } = mapped;
  return {
    mapping_id: intake.mappingId,
    mapping_version: mapping.version,
    content_type: intake.body?.contentType ?? null,
    skips: mapping.rules.onDuplicate === 'skip',
    tags: [...new Set(mapped.draft.tags)],
    result: withoutKeys({ applied, unmapped, warnings }),
  };
}

function ownPart({ intake, mapping, mapped, phone }: MappedIntake, extras: RowExtras): Row {
  const { strong, weak } = layersOf(mapped.draft, mapping.rules.onDuplicate);
  return {
    ...requestOf(intake, extras.durationMs),
    contact_id: extras.contactId,
    event_id: extras.eventId,
    number: phone,
    strong_variables: strong.variables,
    weak_variables: weak.variables,
    ...columnsOf('strong_', strong),
    ...columnsOf('weak_', weak),
  };
}

const columnsOf = (prefix: string, { fields }: ContactValues): Row =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [prefix + FIELD_COLUMNS[name as TextTarget], value]),
  );

/** Refusals that say nothing of the mapping or what was posted; nobody is told of each. */
const QUIET_REFUSALS: ReadonlySet<string> = new Set(['insufficient_scope', 'rate_limited']);

/** A row of the parameter of `LOG_REFUSALS`. The event holds nothing of what was posted; the log has it. */
export function refusedRow(
  intake: IncomingIntake,
  refusal: AppError,
  { eventId, durationMs }: Omit<RowExtras, 'contactId'>,
): Row {
  const { code, message, status, details } = refusal;
  const event = {
    mapping_id: intake.mappingId,
    request_id: intake.id,
    code,
    reason: message,
    status,
    details: details.map(({ field, in: place, issue }) => ({ field, in: place, issue })),
  };
  return {
    ...requestOf(intake, durationMs),
    mapping_id: intake.mappingId,
    content_type: intake.body?.contentType ?? null,
    mentions: intake.body ? mentionsIn(intake.body.payload) : [],
    reason_code: code,
    reason: message,
    status,
    result: withoutKeys({ details }),
    event_id: eventId,
    event_data: QUIET_REFUSALS.has(code) ? null : hideApiKeys(JSON.stringify(event)),
  };
}

/** A source path or a value that is shown may be a key that somebody put in the wrong place. */
function withoutKeys(result: object): object {
  const text = JSON.stringify(result);
  return text.includes('vap_') ? (JSON.parse(hideApiKeys(text)) as JsonObject) : result;
}
