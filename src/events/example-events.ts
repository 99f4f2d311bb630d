import { API_VERSION, truncatedData } from './envelope.js';
import { EVENT_DOCUMENTS, EXAMPLE_ID, EXAMPLE_TIME } from './event-documents.js';
import type { EventType } from './event-types.js';

/** A whole event, as it is posted. */
export const exampleEvent = (type: EventType) => ({
  id: EXAMPLE_ID,
  type,
  timestamp: EXAMPLE_TIME,
  organization_id: EXAMPLE_ID,
  api_version: API_VERSION,
  sequence: tellsOf(type, ['call']) ? 1 : null,
  data: EVENT_DOCUMENTS[type].data,
});

/** The same, of which `data` is too long to be sent. */
export const exampleTruncatedEvent = (type: EventType) => ({
  ...exampleEvent(type),
  data: truncatedData({
    callId: tellsOf(type, ['call', 'task']) ? EXAMPLE_ID : null,
    contactId: tellsOf(type, ['call', 'contact', 'contact_id']) ? EXAMPLE_ID : null,
  }),
});

const tellsOf = (type: EventType, parts: readonly string[]): boolean =>
  parts.some((part) => part in EVENT_DOCUMENTS[type].data);
