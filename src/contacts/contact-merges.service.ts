import { Injectable } from '@nestjs/common';
import { Audit, type Requester } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { InvalidRequest, NotFound } from '../common/app-error.js';
import { realChanges } from '../common/real-changes.js';
import type { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { answersAbout } from '../idempotency/idempotency.service.js';
import { ContactEvents } from './contact-events.service.js';
import { ContactMergesRepository } from './contact-merges.repository.js';
import type { MergeContactDto } from './contact-merge.dto.js';
import type { ContactRow } from './contact.presenter.js';
import { ContactsRepository } from './contacts.repository.js';
import { mergeContacts } from './merge-contacts.js';

/** Makes one contact of two that are the same person. */
@Injectable()
export class ContactMerges {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly merges: ContactMergesRepository,
    private readonly events: ContactEvents,
    private readonly audit: Audit,
  ) {}

  /**
   * The contact stays and takes over the other one's calls, intakes, tags, variables and what it has not itself; the
   * other one goes. The number that is given up leads to the contact from then on, and stays on the do-not-call list
   * if it is there.
   * @throws NotFound when one of them is not there, InvalidRequest, AppError 412 when one was changed
   */
  async merge(
    tx: Tx,
    caller: Requester,
    id: string,
    { contact_id: otherId, take = [] }: MergeContactDto,
    seen: { stays: Precondition; goes: Precondition },
  ): Promise<ContactRow> {
    const org = caller.organizationId;
    if (otherId === id) throw itself();
    const [stays, goes] = await this.hold(tx, org, id, otherId);
    seen.stays.check(stays.version);
    seen.goes.check(goes.version);
    const { changes, number, email } = mergeContacts(stays, goes, take);
    const moved = await this.merges.handOver(tx, org, { from: otherId, to: id });
    await this.contacts.delete(tx, org, otherId);
    await this.contacts.update(tx, org, id, {
      ...realChanges<typeof changes>(stays, changes),
      version: stays.version + 1,
      updatedAt: new Date(),
    });
    await this.merges.insert(tx, { organizationId: org, id: otherId, contactId: id, number, email });
    answersAbout(tx, id);
    await this.audit.record(tx, org, caller, {
      action: 'contact.merged',
      subject: { type: 'contact', id },
      details: { merged_contact_id: otherId, calls: moved.calls, intakes: moved.intake_requests },
    });
    const merged = await this.contacts.get(org, id, tx);
    await this.events.updated(tx, merged, { merged_contact_id: otherId });
    return merged;
  }

  private async hold(
    tx: Tx,
    org: OrganizationId,
    id: string,
    otherId: string,
  ): Promise<[stays: ContactRow, goes: ContactRow]> {
    const held = await this.merges.hold(tx, org, [id, otherId]);
    const [stays, goes] = [id, otherId].map((one) => held.find((contact) => contact.id === one));
    if (!stays || !goes) throw new NotFound('Contact');
    return [stays, goes];
  }
}

const itself = (): InvalidRequest =>
  new InvalidRequest('Invalid contact_id', [
    { field: 'contact_id', in: 'body', issue: 'must be another contact' },
  ]);
