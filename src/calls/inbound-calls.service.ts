import { Inject, Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { newId } from '../common/new-id.adapter.js';
import { normalizePhoneNumber } from '../common/phone-number.js';
import { isUuid } from '../common/readings.js';
import { CallContacts } from '../contacts/call-contacts.service.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import { callbackRefused, type SignedCallback } from '../telephony/carrier-callback.guard.js';
import { CARRIER, type CallDocument, type Carrier } from '../telephony/carrier.js';
import type { InboundEvent } from '../telephony/carrier-events.js';
import { CallDocuments } from './call-documents.service.js';
import { platformEnding, type PlatformReason } from './call-ending.js';
import { CallJournal } from './call-journal.service.js';
import { CallRecords, type HeldCall } from './call-records.repository.js';
import { CallTokens } from './call-tokens.service.js';
import { CarrierWords } from './carrier-words.service.js';
import { InboundCallsRepository, type Reception } from './inbound-calls.repository.js';
import { OutboundCallsRepository } from './outbound-calls.repository.js';

/** Takes the calls that come in. The do-not-call list says whom not to call, not who may not call. */
@Injectable()
export class InboundCalls {
  constructor(
    private readonly transactions: Transactions,
    private readonly calls: InboundCallsRepository,
    private readonly organizations: OutboundCallsRepository,
    private readonly contacts: CallContacts,
    private readonly records: CallRecords,
    private readonly journal: CallJournal,
    private readonly words: CarrierWords,
    private readonly documents: CallDocuments,
    private readonly tokens: CallTokens,
    @Inject(CARRIER) private readonly carrier: Carrier,
  ) {}

  /**
   * What the carrier is to do with a call that comes in; one that nobody here can take is turned away without a record.
   * Asked again, about the same call, it gives the answer that is right by then.
   * @throws Forbidden when the address names no organization
   */
  async receive(org: string, { said: params, by }: SignedCallback): Promise<CallDocument> {
    if (!isUuid(org)) throw callbackRefused();
    const event = this.carrier.parseInbound(params);
    return this.transactions.run(async (tx) => {
      // One call of an organization begins after the other: each sees those before it.
      await this.organizations.lockOrganization(tx, org);
      const known = await this.calls.findId(tx, org, event.carrierCallId);
      const id = known ?? (await this.begin(tx, org, event, by));
      const held = id === null ? null : await this.records.hold(tx, org, id);
      if (!held || id === null) return this.carrier.renderReject('rejected');
      if (!by.includes(held.row.carrierAccountId)) throw callbackRefused();
      const { dedupeKey, raw } = event;
      await this.words.hear(tx, held, { kind: 'inbound', dedupeKey: `inbound:${dedupeKey}`, payload: raw });
      const target = { org, callId: id, token: this.tokens.of(org, id) };
      return this.documents.onInbound(tx, held, target);
    });
  }

  /** The carrier's word on a call that came in; of one that was turned away there is nothing to keep. */
  async hear(org: string, { said: params, by }: SignedCallback): Promise<void> {
    if (!isUuid(org)) throw callbackRefused();
    const { carrierCallId, dedupeKey, raw } = this.carrier.parseStatus(params);
    await this.transactions.run(async (tx) => {
      const id = await this.calls.findId(tx, org, carrierCallId);
      const held = id === null ? null : await this.records.hold(tx, org, id);
      if (!held) return;
      if (!by.includes(held.row.carrierAccountId)) throw callbackRefused();
      await this.words.hear(tx, held, { kind: 'status', dedupeKey: `status:${dedupeKey}`, payload: raw });
    });
  }

  /** @returns the new call, which may be over already; null when nobody answers this number */
  private async begin(
    tx: Tx,
    org: OrganizationId,
    event: InboundEvent,
    by: SignedCallback['by'],
  ): Promise<string | null> {
    const reception = event.to === null ? null : await this.calls.reception(tx, org, event.to);
    if (event.to === null || !reception) return null;
    if (!by.includes(reception.carrierAccountId)) throw callbackRefused();
    const id = newId();
    const phoneNumber = callable(event.from);
    const contact = phoneNumber === null ? null : await this.contacts.of(tx, org, phoneNumber);
    const { agentId, agentVersion, carrierAccountId, now: startedAt } = reception;
    const { to: platformNumber, carrierCallId } = event;
    const contactId = contact?.id ?? null;
    const call = {
      id,
      agentId,
      agentVersion,
      contactId,
      phoneNumber,
      platformNumber,
      carrierCallId,
      carrierAccountId,
      startedAt,
    };
    await this.calls.ring(tx, org, call);
    await this.journal.tell(tx, { organizationId: org, id, contactId, eventSequence: 1 }, ['call.ringing']);
    const reason = obstacleTo(reception);
    if (reason) await this.refuse(tx, org, id, reason);
    return id;
  }

  private async refuse(tx: Tx, org: OrganizationId, id: string, reason: PlatformReason): Promise<void> {
    const held: HeldCall | null = await this.records.hold(tx, org, id);
    if (held) await this.words.close(tx, held, platformEnding(reason, new Date()));
  }
}

/** Why a call that came in cannot be taken. */
function obstacleTo({ agentStatus, liveCalls, maxConcurrentCalls }: Reception): PlatformReason | null {
  if (agentStatus !== 'active') return 'agent-not-available';
  return liveCalls >= maxConcurrentCalls ? 'concurrency-limit-reached' : null;
}

/** The caller's number, if it is one that could be called back. */
function callable(from: string | null): string | null {
  const number = from === null ? null : normalizePhoneNumber(from, 'US');
  return number && 'e164' in number ? number.e164 : null;
}
