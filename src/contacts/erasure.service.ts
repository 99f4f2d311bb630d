import { Injectable } from '@nestjs/common';
import { Audit, type Requester } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { Conflict, NotFound } from '../common/app-error.js';
import type { Tx } from '../database/sql.client.js';
import { Idempotency } from '../idempotency/idempotency.service.js';
import { Jobs } from '../jobs/jobs.service.js';
import { ContactMergesRepository } from './contact-merges.repository.js';
import { ContactsRepository } from './contacts.repository.js';
import { DeletedContacts, personBehind, type PersonKept } from './deleted-contacts.repository.js';
import { ErasureRepository } from './erasure.repository.js';

/** By then the carrier has made every recording of a call that is over. */
const RECORDINGS_READY_SECONDS = 3_600;

/** Forgets a person: the contact goes, and what is personal in everything that is kept of it is blanked. */
@Injectable()
export class Erasure {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly merges: ContactMergesRepository,
    private readonly erasure: ErasureRepository,
    private readonly deleted: DeletedContacts,
    private readonly idempotency: Idempotency,
    private readonly audit: Audit,
    private readonly jobs: Jobs,
  ) {}

  /**
   * All in one transaction: forgotten everywhere or nowhere, under the ids too that the person's contacts had before
   * they were deleted. The do-not-call list keeps the number, or the person
   * would be called again. @throws NotFound, Conflict while a call with the contact is live
   */
  async erase(tx: Tx, caller: Requester, id: string): Promise<void> {
    const org = caller.organizationId;
    const contact = await this.contacts.findForChange(tx, org, id);
    if (!contact) throw new NotFound('Contact');
    const former = await this.merges.formerNumbers(org, id, tx);
    const person = personBehind(contact, former);
    if (await this.erasure.hasLiveCall(tx, org, person))
      throw new Conflict('contact_in_call', 'The contact has a call that is not over');
    await this.deleteRecordings(tx, org, person);
    const calls = await this.erasure.blankCalls(tx, org, person);
    await this.erasure.blankIntakes(tx, org, person);
    await this.erasure.blankImports(tx, org, person);
    await this.erasure.blankReasons(tx, org, person);
    for (const known of [id, ...(await this.deleted.take(tx, org, person.numbers))]) {
      await this.erasure.blankEvents(tx, org, known);
      await this.idempotency.blankAnswersAbout(tx, org, known);
    }
    await this.contacts.delete(tx, org, id);
    await this.audit.record(tx, org, caller, {
      action: 'contact.erased',
      subject: { type: 'contact', id },
      details: { calls },
    });
  }

  /** The carrier's copies too, as soon as it can be asked. */
  private async deleteRecordings(tx: Tx, org: OrganizationId, person: PersonKept): Promise<void> {
    for (const { callId, isRecent } of await this.erasure.recordedCalls(tx, org, person)) {
      const job = { organizationId: org, callId };
      await this.jobs.enqueue(tx, 'delete-recordings', job);
      if (!isRecent) continue;
      await this.jobs.enqueue(tx, 'delete-recordings', job, { delaySeconds: RECORDINGS_READY_SECONDS });
    }
  }
}
