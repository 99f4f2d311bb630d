import type { OrganizationId } from '../auth/principal.js';
import type { DueDelivery, DueEvent } from './delivery-lane.session.js';
import { envelope } from './envelope.js';

/** A delivery and its event, as the queue is read; `place` counts the queues that were asked for, from 1. */
export type DueRow = [
  place: string,
  deliveryId: string,
  attempts: string,
  tries: string,
  dueAt: string,
  position: string,
  eventId: string,
  type: string,
  recordedAtMs: string,
  sequence: string | null,
  callId: string | null,
  contactId: string | null,
  data: string,
];

/** What is due in each of the organizations' queues. Deliveries of one event share it. */
export function dueIn(organizations: readonly OrganizationId[], rows: readonly DueRow[]): DueDelivery[][] {
  const due = organizations.map((): DueDelivery[] => []);
  const events = new Map<string, DueEvent>();
  for (const row of rows) {
    const [place, deliveryId, attempts, tries, dueAt, position, eventId] = row;
    const queue = Number(place) - 1;
    const event = events.get(eventId) ?? eventOf(organizations[queue] ?? '', row);
    events.set(eventId, event);
    due[queue]?.push({
      event,
      deliveryId,
      attempts: Number(attempts),
      tries: Number(tries),
      dueAt,
      position,
    });
  }
  return due;
}

/** Its bytes are made once, whoever gets them and however often. */
function eventOf(organizationId: OrganizationId, row: DueRow): DueEvent {
  const [, , , , , , id, type, recordedAt, sequence, callId, contactId, data] = row;
  const event = {
    id,
    type,
    recordedAt: new Date(Number(recordedAt)),
    organizationId,
    sequence: sequence === null ? null : Number(sequence),
    callId,
    contactId,
    data,
  };
  return { id, callId, body: Buffer.from(envelope(event)) };
}
