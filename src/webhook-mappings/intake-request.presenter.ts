import type { IntakeLine } from './intake-log.repository.js';
import type { IntakeRequestPayload } from './intake-request.dto.js';

/** What `intake_requests.result` holds of an accepted, or of a refused request. */
type Result = Partial<Pick<IntakeRequestPayload, 'applied' | 'unmapped' | 'warnings' | 'details'>>;

/** A line of the intake log as the API shows it. */
export const presentIntakeRequest = (line: IntakeLine): IntakeRequestPayload => {
  const result = line.result as Result;
  return {
    id: line.id,
    mapping_id: line.mappingId,
    received_at: line.receivedAt.toISOString(),
    outcome: line.outcome,
    status: line.status,
    reason_code: line.reasonCode,
    reason: line.reason,
    details: result.details ?? [],
    content_type: line.contentType,
    payload: line.payload,
    payload_bytes: line.payloadBytes,
    contact_id: line.contactId,
    applied: result.applied ?? null,
    unmapped: result.unmapped ?? [],
    warnings: result.warnings ?? [],
    replay_of: line.replayOf,
    duration_ms: line.durationMs,
  };
};
