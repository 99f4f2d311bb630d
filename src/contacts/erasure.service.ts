import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service.js';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { Conflict, NotFound } from '../common/app-error.js';
import type { Tx } from '../database/sql.client.js';
import { Idempotency } from '../idempotency/idempotency.service.js';
import { Jobs } from '../jobs/jobs.service.js';
import { ContactsRepository } from './contacts.repository.js';
import { ErasureRepository } from './erasure.repository.js';

/** By then the carrier has made every recording of a call that is over. */
const RECORDINGS_READY_SECONDS = 3_600;

/** Forgets a person: the contact goes, and what is personal in everything that is kept of it is blanked. */
@Injectable()
export class Erasure {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly erasure: ErasureRepository,
    private readonly idempotency: Idempotency,
    private readonly audit: Audit,
    private readonly jobs: Jobs,
  ) {}

  /**
   * All in one transaction: forgotten everywhere or nowhere. The do-not-call list keeps the number, or the person
   * would be called again. @throws NotFound, Conflict while a call with the contact is live
   */
  async erase(tx: Tx, caller: Principal, id: string): Promise<void> {
    const org = caller.organizationId;
    const contact = await this.contacts.findForChange(tx, org, id);
    if (!contact) {
      throw new NotFound('Contact');
    }
    if (await this.erasure.hasLiveCall(tx, org, id, contact.phone)) {
      throw new Conflict('contact_in_call', 'The contact has a call that is not over');
    }
    await this.deleteRecordings(tx, org, id, contact.phone);
    const calls = await this.erasure.blankCalls(tx, org, id, contact.phone);
    await this.erasure.blankIntakes(tx, org, contact);
    await this.erasure.blankEvents(tx, org, id);
    await this.idempotency.blankAnswersAbout(tx, org, id);
    await this.contacts.delete(tx, org, id);
    await this.audit.record(tx, org, caller, {
      action: 'contact.erased',
      subject: { type: 'contact', id },
      details: { calls },
    });
  }

  /** The carrier's copies too, as soon as it can be asked. */
  private async deleteRecordings(tx: Tx, org: OrganizationId, id: string, phone: string): Promise<void> {
    for (const { callId, isRecent } of await this.erasure.recordedCalls(tx, org, id, phone)) {
      const job = { organizationId: org, callId };
      await this.jobs.enqueue(tx, 'delete-recordings', job);
      if (!isRecent) continue;
      await this.jobs.enqueue(tx, 'delete-recordings', job, { delaySeconds: RECORDINGS_READY_SECONDS });
    }
  }
}
