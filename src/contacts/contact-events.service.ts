import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/sql.client.js';
import { Events } from '../events/events.service.js';
import { type ContactRow, presentContact } from './contact.presenter.js';

/** Tells other systems what became of a contact, in the transaction of the change. */
@Injectable()
export class ContactEvents {
  constructor(private readonly events: Events) {}

  created(tx: Tx, contact: ContactRow): Promise<void> {
    return this.record(tx, 'contact.created', contact, {});
  }

  /** `beside` stands next to the contact in the event's data. */
  updated(tx: Tx, contact: ContactRow, beside: { merged_contact_id?: string } = {}): Promise<void> {
    return this.record(tx, 'contact.updated', contact, beside);
  }

  private async record(
    tx: Tx,
    type: 'contact.created' | 'contact.updated',
    contact: ContactRow,
    beside: object,
  ): Promise<void> {
    await this.events.record(tx, contact.organizationId, {
      type,
      contactId: contact.id,
      data: { contact: presentContact(contact), ...beside },
    });
  }
}
