import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { isEmpty, realChanges } from '../common/real-changes.js';
import type { Tx } from '../database/sql.client.js';
import type { ContactChanges } from './contact-changes.js';
import { ContactEvents } from './contact-events.service.js';
import { CONTACT_LIMITS } from './contact-fields.js';
import { ContactMergesRepository } from './contact-merges.repository.js';
import type { ContactRow } from './contact.presenter.js';
import { ContactsRepository } from './contacts.repository.js';

/** The contacts as calls meet them: whom a number reaches, and what a conversation learns of them. */
@Injectable()
export class CallContacts {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly merges: ContactMergesRepository,
    private readonly events: ContactEvents,
  ) {}

  /**
   * The contact that this number (E.164) leads to, which cannot be deleted before the transaction ends; a call to a new number
   * makes one that is nothing but the number.
   */
  async of(tx: Tx, org: OrganizationId, phone: string): Promise<ContactRow> {
    // Again and again, because others may make and delete it between one statement and the next.
    for (;;) {
      const known = await this.contacts.holdByPhone(tx, org, phone);
      if (known) return known;
      const created = await this.contacts.insertMinimal(tx, org, phone, 'call');
      if (!created) continue;
      const contact = await this.contacts.get(org, created, tx);
      await this.events.created(tx, contact);
      return contact;
    }
  }

  /**
   * What was learned of a contact in a call, which may have been merged meanwhile: what is given is set, tags are added
   * as far as there is room.
   * @returns whether that changed anything @throws NotFound
   */
  async learn(
    tx: Tx,
    org: OrganizationId,
    id: string,
    { tags = [], ...fields }: Pick<ContactChanges, 'firstName' | 'lastName' | 'email' | 'company' | 'tags'>,
  ): Promise<boolean> {
    const before =
      (await this.contacts.findForChange(tx, org, id)) ?? (await this.survivorForChange(tx, org, id));
    const allTags = [...new Set([...before.tags, ...tags])].slice(0, CONTACT_LIMITS.tags);
    const changes = realChanges<ContactChanges>(before, { ...fields, tags: allTags });
    if (isEmpty(changes)) return false;
    await this.contacts.update(tx, org, before.id, {
      ...changes,
      version: before.version + 1,
      updatedAt: new Date(),
    });
    await this.events.updated(tx, await this.contacts.get(org, before.id, tx));
    return true;
  }

  private async survivorForChange(tx: Tx, org: OrganizationId, id: string): Promise<ContactRow> {
    const survivor = await this.merges.survivorOf(org, id, tx);
    return this.contacts.getForChange(tx, org, survivor ?? id);
  }
}
