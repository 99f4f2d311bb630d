import { Injectable } from '@nestjs/common';
import { type AppError, InvalidRequest, Overloaded, refusalIn } from '../common/app-error.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import type { IdempotentRequest } from '../idempotency/idempotency-key.js';
import { answersAbout, Idempotency, type RememberedAnswer } from '../idempotency/idempotency.service.js';
import type { IncomingIntake } from './incoming-intake.js';
import type { IntakeAnswer } from './intake.dto.js';
import { IntakeLog } from './intake-log.repository.js';
import { presentIntake } from './intake.presenter.js';
import type { MappedIntake } from './intake-rows.js';
import { IntakeStore, type StoredIntake } from './intake-store.repository.js';
import { type LiveMapping, LiveMappings } from './live-mappings.service.js';
import { mapContact } from './map-contact.js';
import { phoneIssues } from './mapping-findings.js';

/** An answer, and whether it was given before. */
export interface IntakeReply extends RememberedAnswer {
  body: IntakeAnswer;
}

type Store = (mapped: MappedIntake, attempt: number) => Promise<StoredIntake | null>;

/** How often a request is mapped anew because its mapping or its contact has just changed. */
const MOST_ATTEMPTS = 5;

/** Turns what outside systems post into contacts. */
@Injectable()
export class Intakes {
  constructor(
    private readonly live: LiveMappings,
    private readonly intakes: IntakeStore,
    private readonly log: IntakeLog,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
  ) {}

  /** Runs what may refuse a request; a refusal is in the log before it is answered. */
  async loggingRefusals<T>(intake: IncomingIntake, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.log.refused(intake, refusalIn(error));
      throw error;
    }
  }

  /**
   * Makes the contact of a request. Resolves once it is committed.
   * @param once given, the request takes effect once however often it comes
   * @throws Conflict 409 when the mapping is inactive, InvalidRequest 400 without a valid phone number
   */
  take(intake: IncomingIntake, once: IdempotentRequest | null): Promise<IntakeReply> {
    if (!once) return this.makeContact(intake, (mapped, attempt) => this.store(mapped, attempt));
    return this.transactions.run(async (tx) => {
      const kept = (await this.idempotency.begin(tx, once)) as IntakeReply | null;
      return kept ? this.repeat(tx, intake, kept) : this.takeOnce(tx, intake, once);
    });
  }

  /** The same in a transaction of the caller's, in which a refusal is logged too. @returns why it was refused, or null */
  async takeIn(tx: Tx, intake: IncomingIntake): Promise<AppError | null> {
    const storing = this.makeContact(intake, (mapped) => this.intakes.storeIn(tx, mapped));
    const refusal = await storing.then(() => null, refusalIn);
    if (refusal) await this.log.refusedIn(tx, intake, refusal);
    return refusal;
  }

  private store(mapped: MappedIntake, attempt: number): Promise<StoredIntake | null> {
    return attempt === 0 ? this.intakes.store(mapped) : this.intakes.storeAlone(mapped);
  }

  private async takeOnce(tx: Tx, intake: IncomingIntake, once: IdempotentRequest): Promise<IntakeReply> {
    const reply = await this.makeContact(intake, (mapped) => this.intakes.storeIn(tx, mapped));
    answersAbout(tx, reply.body.contactId);
    await this.idempotency.remember(tx, once, reply);
    return reply;
  }

  private async repeat(tx: Tx, intake: IncomingIntake, kept: IntakeReply): Promise<IntakeReply> {
    await this.log.repeated(tx, intake, { status: kept.status, contactId: kept.body.contactId });
    return { ...kept, headers: { ...kept.headers, 'Idempotent-Replayed': 'true' } };
  }

  private async makeContact(intake: IncomingIntake, store: Store): Promise<IntakeReply> {
    const { organizationId, mappingId } = intake;
    let mapping = await this.live.active(organizationId, mappingId);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const mapped = map(intake, mapping);
      if (!(mapped instanceof InvalidRequest)) {
        const stored = await store(mapped, attempt);
        if (stored) return replyTo(mapped, stored);
      }
      // Nothing was stored. The mapping may have changed: only what it is now can refuse the request.
      const now = await this.live.activeNow(organizationId, mappingId);
      if (mapped instanceof InvalidRequest && now.version === mapping.version) throw mapped;
      mapping = now;
    }
    throw new Overloaded();
  }
}

const replyTo = ({ intake, mapped }: MappedIntake, stored: StoredIntake): IntakeReply => ({
  status: stored.status === 'created' ? 201 : 200,
  headers: {},
  body: presentIntake(intake, mapped, stored),
});

/** What the mapping makes of the request, or why it makes no contact of it. */
function map(intake: IncomingIntake, mapping: LiveMapping): MappedIntake | InvalidRequest {
  const payload = intake.body?.payload ?? {};
  const mapped = mapContact(mapping.rules, payload, { defaultCountry: mapping.defaultCountry });
  return 'refused' in mapped.phone
    ? new InvalidRequest('A valid phone number is required', phoneIssues(mapped.phone.refused))
    : { intake, mapping, mapped, phone: mapped.phone.e164 };
}
