import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { newId } from '../common/new-id.adapter.js';
import type { ContactRow } from '../contacts/contact.presenter.js';
import { CallContacts } from '../contacts/call-contacts.service.js';
import type { Tx } from '../database/sql.client.js';
import { afterCommit } from '../database/transactions.service.js';
import { answersAbout } from '../idempotency/idempotency.service.js';
import { callingNumber, refusalOf } from './admission.js';
import { CallJournal } from './call-journal.service.js';
import { Dials } from './dials.service.js';
import { OutboundCallsRepository, type FullSituation } from './outbound-calls.repository.js';
import type { StartCallDto, StartedCall } from './start-call.dto.js';

/** Starts calls. */
@Injectable()
export class OutboundCalls {
  constructor(
    private readonly calls: OutboundCallsRepository,
    private readonly contacts: CallContacts,
    private readonly journal: CallJournal,
    private readonly dials: Dials,
  ) {}

  /**
   * Accepts a call and, once that is committed, dials it at once.
   * @throws AppError as `admission.ts` says
   */
  async start(tx: Tx, org: OrganizationId, request: StartCallDto): Promise<StartedCall> {
    await this.calls.lockOrganization(tx, org);
    const situation = await this.calls.situation(tx, org, request);
    const refusal = refusalOf(situation, request);
    if (refusal) throw refusal;
    const contact = await this.contacts.of(tx, org, request.phoneNumber);
    answersAbout(tx, contact.id);
    const callId = await this.queue(tx, org, request, { ...situation, contactId: contact.id });
    return {
      message: 'Call initiated successfully',
      callId,
      agentName: situation.agentName,
      contactName: nameOf(contact),
      phoneNumber: request.phoneNumber,
    };
  }

  private async queue(
    tx: Tx,
    org: OrganizationId,
    request: StartCallDto,
    {
      contactId,
      agentVersion,
      config,
      accountId,
      now: startedAt,
      ...numbers
    }: FullSituation & { contactId: string },
  ): Promise<string> {
    const id = newId();
    const { agentId, phoneNumber } = request;
    const platformNumber = callingNumber(numbers) ?? '';
    const call = { id, agentId, agentVersion, contactId, phoneNumber, platformNumber, accountId, startedAt };
    const { owner } = this.dials;
    const attempt = this.dials.firstAttempt();
    const lease = await this.calls.queue(tx, org, call, request, { owner, attempt });
    await this.journal.tell(tx, { organizationId: org, id, contactId, eventSequence: 1 }, ['call.queued']);
    const order = { accountId, from: platformNumber, to: phoneNumber, config };
    afterCommit(tx, () => (attempt ? this.dials.send(lease, attempt, order) : this.dials.begin(lease)));
    return id;
  }
}

/** First and last name; the number when there is no name. */
const nameOf = ({ firstName, lastName, phone }: ContactRow): string =>
  [firstName, lastName].filter(Boolean).join(' ') || phone;
