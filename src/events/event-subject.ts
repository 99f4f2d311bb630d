import { nationalPhoneNumber } from '../common/phone-number.js';
import { endpointName } from './endpoint-view.js';
import type { EventType } from './event-types.js';

/** What stands behind an event's ids, as it is now; null where it is gone. */
export interface SubjectRow {
  id: string;
  type: EventType;
  callId: string | null;
  contactId: string | null;
  /** The name of the contact, or of the call's. */
  contactName: string | null;
  /** Theirs; of an opted-out number that is no contact's, the number. */
  phone: string | null;
  endpointId: string | null;
  endpointUrl: string | null;
  endpointDescription: string | null;
  mappingId: string | null;
  mappingName: string | null;
}

/** What an event is about, for people. */
export interface EventSubject {
  label: string;
  /** Its page, if it has one still. */
  href: string | null;
}

export function subjectOf(row: SubjectRow): EventSubject | null {
  const { callId, contactId, endpointUrl, mappingName } = row;
  const person = row.contactName ?? (row.phone && nationalPhoneNumber(row.phone));
  if (callId !== null)
    return { label: person ?? `Call ${shortId(callId)}`, href: `/settings/calls/${callId}` };
  if (contactId !== null) {
    return person === null
      ? { label: `Contact ${shortId(contactId)}`, href: null }
      : { label: person, href: `/settings/contacts/${contactId}` };
  }
  if (endpointUrl !== null) {
    const name = endpointName({ url: endpointUrl, description: row.endpointDescription });
    return { label: name, href: `/settings/events/${row.endpointId}` };
  }
  if (mappingName !== null)
    return { label: mappingName, href: `/settings/webhook-mappings/${row.mappingId}/log` };
  return person === null ? null : { label: person, href: null };
}

const shortId = (id: string): string => `…${id.slice(-8)}`;
