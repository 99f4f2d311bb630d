import { Injectable } from '@nestjs/common';
import { type Actor, Audit, type Requester } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { InvalidRequest } from '../common/app-error.js';
import { sql, type Tx } from '../database/sql.client.js';
import { Events } from '../events/events.service.js';
import type { ChangeContactDto } from './contact.dto.js';
import type { DoNotCall } from './do-not-call.entity.js';
import { hasNumber } from './contact-columns.js';

/** A number that is not to be called any more. */
interface NewListed {
  number: string;
  /** The call in which the customer asked for it; null where somebody else did. */
  callId: string | null;
  reason: string | null;
  source?: DoNotCall['source'];
}

/** What a request says of a contact's number. */
type Said = Pick<ChangeContactDto, 'do_not_call' | 'do_not_call_reason'>;

/** The numbers an organization must not call. Apart from contacts: only `lift`, said outright, takes one off. */
@Injectable()
export class DoNotCallList {
  constructor(
    private readonly audit: Audit,
    private readonly events: Events,
  ) {}

  async has(tx: Tx, org: OrganizationId, number: string): Promise<boolean> {
    const rows = await sql(tx, `SELECT 1 FROM do_not_call WHERE organization_id = $1 AND number = $2`, [
      org,
      number,
    ]);
    return rows.length > 0;
  }

  /**
   * @returns whether the number was not on the list before
   */
  async add(
    tx: Tx,
    org: OrganizationId,
    actor: Actor,
    { number, callId, reason, source = sourceOf(actor, callId) }: NewListed,
  ): Promise<boolean> {
    const added = await sql(
      tx,
      `INSERT INTO do_not_call (organization_id, number, source, reason) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING number`,
      [org, number, source, reason],
    );
    if (added.length === 0) return false;
    await this.audit.record(tx, org, actor, {
      action: 'do_not_call.added',
      subject: { type: 'phone_number', id: number },
      ...(callId !== null && { details: { call_id: callId } }),
    });
    const [contact] = await sql<{ id: string }>(
      tx,
      `SELECT id FROM contacts contact WHERE organization_id = $1 AND ${hasNumber('$1', '$2')}`,
      [org, number],
    );
    await this.events.record(tx, org, {
      type: 'contact.opted_out',
      contactId: contact?.id ?? null,
      data: { phone: number, contact_id: contact?.id ?? null, source, ...(callId && { call_id: callId }) },
    });
    return true;
  }

  /**
   * As somebody says outright, or does not say.
   * @returns whether that changed anything @throws InvalidRequest for a reason that is none for anything
   */
  async set(
    tx: Tx,
    caller: Requester,
    number: string,
    { do_not_call: isWanted, do_not_call_reason: reason }: Said,
  ): Promise<boolean> {
    if (reason !== undefined && isWanted !== true) throw reasonForNothing();
    if (isWanted === undefined) return false;
    return isWanted
      ? this.add(tx, caller.organizationId, caller, { number, callId: null, reason: reason ?? null })
      : this.lift(tx, caller, number);
  }

  /** @returns whether the number was on the list before */
  async lift(tx: Tx, caller: Requester, number: string): Promise<boolean> {
    const org = caller.organizationId;
    const lifted = await sql(
      tx,
      `DELETE FROM do_not_call WHERE organization_id = $1 AND number = $2 RETURNING number`,
      [org, number],
    );
    if (lifted.length === 0) return false;
    await this.audit.record(tx, org, caller, {
      action: 'do_not_call.lifted',
      subject: { type: 'phone_number', id: number },
    });
    return true;
  }
}

const reasonForNothing = (): InvalidRequest =>
  new InvalidRequest('Invalid do_not_call_reason', [
    { field: 'do_not_call_reason', in: 'body', issue: 'is taken only together with do_not_call: true' },
  ]);

function sourceOf(actor: Actor, callId: string | null): DoNotCall['source'] {
  if (callId !== null) return 'call';
  return typeof actor === 'object' && 'userId' in actor ? 'operator' : 'api';
}
