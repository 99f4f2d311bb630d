import type { LineDetails } from '../../views/webhook-mappings/log-line.js';
import { AppError } from '../common/app-error.js';
import type { JsonValue } from '../common/json-text.js';
import type { CountryCode } from '../common/phone-number.js';
import { readIntakeBody } from './intake-body.adapter.js';
import type { IntakeLine } from './intake-log.repository.js';
import { presentIntakeRequest } from './intake-request.presenter.js';
import type { MappingRules } from './mapping-rules.js';
import { refusalWords } from './refusal-words.js';
import { rowChecks } from './row-checks.js';
import { transformRemark } from './transform-words.js';

interface Basis {
  rules: MappingRules;
  defaultCountry: CountryCode;
}

/** One request in full: what was posted, what became of it, and what the field mappings make of it now. */
export async function lineDetails(
  line: IntakeLine,
  contact: LineDetails['contact'],
  basis: Basis,
): Promise<LineDetails> {
  const { details, warnings } = presentIntakeRequest(line);
  const payload = await payloadOf(line);
  const rows = basis.rules.fieldMappings.map(({ source, target, transform }) => ({
    source,
    target,
    transform: transform ?? '',
  }));
  const checks = payload === null ? [] : rowChecks(rows, payload, basis);
  return {
    id: line.id,
    receivedAt: line.receivedAt,
    outcome: line.outcome,
    status: line.status,
    reason: line.reason && refusalWords(line.reason),
    replayOf: line.replayOf,
    durationMs: line.durationMs,
    contact,
    remarks: [
      ...details.map(({ field, issue }) => `${field} ${issue}`),
      ...warnings.map(({ target, issue }) => `${target} ${issue}`),
    ],
    payload,
    trace:
      payload === null
        ? []
        : rows.map(({ source, target, transform }, index) => ({
            source,
            target,
            transform: transformRemark(transform),
            check: checks[index] ?? null,
          })),
  };
}

/** What was posted, read as it was then; null where it is not kept. */
async function payloadOf({
  payload,
  contentType,
}: IntakeLine): Promise<Readonly<Record<string, JsonValue>> | null> {
  if (payload === null || contentType === null) return null;
  try {
    return await readIntakeBody(contentType, Buffer.from(payload));
  } catch (error) {
    // Erasure leaves a mark instead of what was posted.
    if (error instanceof AppError) return null;
    throw error;
  }
}
