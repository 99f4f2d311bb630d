import type { OrganizationId, Principal } from '../auth/principal.js';
import { hideApiKeys } from '../common/api-key-format.js';
import { intakeBodyKind, type Payload } from './intake-body.js';
import { withoutCredentials } from './intake-credentials.js';

/** An authenticated request to a mapping's address, on its way to become a contact and a line of the log. */
export interface IncomingIntake {
  readonly organizationId: OrganizationId;
  readonly mappingId: string;
  /** Id of its line in the log; `requestId` in its answer. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly caller: Principal;
  /** Null until the body was read, and for good when it could not be. */
  body: PostedBody | null;
  /** The logged request that this one repeats. */
  readonly replayOf: string | null;
}

/** What was posted, without the credentials. */
export interface PostedBody {
  readonly payload: Payload;
  /** As it is kept: reading it by this content type gives the payload again. */
  readonly contentType: string;
  readonly text: string;
}

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const;

/**
 * What is kept of a body: its own text, unless credentials stood in it; then the rest of its fields as JSON.
 * @param bytes the body as it came
 * @param payload what was read from it
 */
export function postedBody(contentType: string, bytes: Buffer, payload: Payload): PostedBody {
  const clean = withoutCredentials(payload);
  if (clean !== payload)
    return { payload: clean, contentType: CONTENT_TYPES.json, text: hideApiKeys(JSON.stringify(clean)) };
  const kind = intakeBodyKind(contentType);
  return {
    payload,
    // Without parameters nobody needs; the boundary of a multipart body is one that is needed.
    contentType: kind === 'multipart' ? hideApiKeys(contentType) : CONTENT_TYPES[kind],
    text: hideApiKeys(bytes.toString()),
  };
}
