import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditLogRepository, type AuditLine } from '../audit/audit-log.repository.js';
import type { Requester } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { NotFound } from '../common/app-error.js';
import { ANY_VERSION } from '../common/versioning.decorator.js';
import { sql, type Tx } from '../database/sql.client.js';
import type { ChangeContactDto } from './contact.dto.js';
import { ContactMergesRepository } from './contact-merges.repository.js';
import type { ContactRow } from './contact.presenter.js';
import { Contacts } from './contacts.service.js';
import type { DoNotCall } from './do-not-call.entity.js';
import { DoNotCallList } from './do-not-call.service.js';

/** An entry of the do-not-call list. */
interface Listed {
  source: DoNotCall['source'];
  reason: string | null;
  since: Date;
}

/** Whether a number may be called, and why not. */
type SaidOfCalls = Pick<ChangeContactDto, 'do_not_call' | 'do_not_call_reason'>;

/** A number that leads to a contact. */
export interface ContactNumber {
  number: string;
  /** False for one that was given up in a merge. */
  isCurrent: boolean;
  /** Null when it may be called. */
  listed: Listed | null;
}

const HISTORY_SHOWN = 20;

/** The numbers that lead to a contact, and whether they may be called. */
@Injectable()
export class ContactNumbers {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly contacts: Contacts,
    private readonly merges: ContactMergesRepository,
    private readonly doNotCall: DoNotCallList,
    private readonly auditLog: AuditLogRepository,
  ) {}

  async of({ organizationId: org, id, phone }: ContactRow): Promise<ContactNumber[]> {
    const former = await this.merges.formerNumbers(org, id);
    const numbers = [phone, ...former.map(({ number }) => number)];
    const listed = await sql<Listed & { number: string }>(
      this.db,
      `SELECT number, source, reason, created_at AS since FROM do_not_call
        WHERE organization_id = $1 AND number = ANY($2)`,
      [org, numbers],
    );
    const entries = new Map(listed.map((entry) => [entry.number, entry]));
    return numbers.map((number) => ({
      number,
      isCurrent: number === phone,
      listed: entries.get(number) ?? null,
    }));
  }

  /** Who put numbers on the list and took them off, newest first. */
  history(org: OrganizationId, numbers: readonly ContactNumber[]): Promise<AuditLine[]> {
    const ids = numbers.map(({ number }) => number);
    return this.auditLog.about(org, { type: 'phone_number', ids }, HISTORY_SHOWN);
  }

  /**
   * Puts one of a contact's numbers on the do-not-call list, or takes it off, as somebody says.
   * @throws NotFound when it is none of its numbers
   */
  async set(tx: Tx, caller: Requester, id: string, number: string, said: SaidOfCalls): Promise<void> {
    const { phone } = await this.contacts.read(caller.organizationId, id);
    if (number === phone) {
      await this.contacts.change(tx, caller, id, said, ANY_VERSION);
      return;
    }
    const former = await this.merges.formerNumbers(caller.organizationId, id, tx);
    if (!former.some((one) => one.number === number)) throw new NotFound('Number');
    await this.doNotCall.set(tx, caller, number, said);
  }
}
