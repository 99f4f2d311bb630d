import type { OrganizationId } from '../auth/principal.js';

/** The version of what is sent; rises when something is taken away or changes its meaning. */
export const API_VERSION = '1';

/** Longest `data`, in bytes; what is longer is named instead of sent. */
const MOST_DATA = 64 * 1024;

/** A recorded event, as the outbox keeps it. */
export interface RecordedEvent {
  id: string;
  type: string;
  recordedAt: Date;
  organizationId: OrganizationId;
  sequence: number | null;
  callId: string | null;
  contactId: string | null;
  /** JSON text, sent as it is. */
  data: string;
}

/** The exact body of an event: the same bytes at every attempt, to every endpoint and in the log. */
export function envelope(event: RecordedEvent): string {
  const head = JSON.stringify({
    id: event.id,
    type: event.type,
    timestamp: event.recordedAt.toISOString(),
    organization_id: event.organizationId,
    api_version: API_VERSION,
    sequence: event.sequence,
  });
  return `${head.slice(0, -1)},"data":${dataOf(event)}}`;
}

const dataOf = (event: RecordedEvent): string =>
  Buffer.byteLength(event.data) > MOST_DATA ? JSON.stringify(truncatedData(event)) : event.data;

/** What is sent instead of data that is too long. */
export const truncatedData = ({ callId, contactId }: Pick<RecordedEvent, 'callId' | 'contactId'>) => ({
  truncated: true,
  call_id: callId,
  contact_id: contactId,
});
