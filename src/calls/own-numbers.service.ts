import { Injectable } from '@nestjs/common';
import type { PhoneNumber } from '../agents/phone-number.entity.js';
import { PhoneNumbers } from '../agents/phone-numbers.service.js';
import { Audit, type Requester } from '../audit/audit.service.js';
import { CarrierAccounts } from '../auth/carrier-accounts.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { AppError, Conflict } from '../common/app-error.js';
import { ANY_VERSION } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import type { CarrierNumber } from '../telephony/carrier.js';
import { Carriers } from '../telephony/carriers.service.js';
import { inboundPaths } from './callback-path.js';
import { NumberConnections } from './number-connections.service.js';

/** The newest numbers of an organization's account. */
export interface OwnNumberList {
  /** The carrier's own name of it; null where the organization brings none, which has no numbers then. */
  account: string | null;
  numbers: readonly CarrierNumber[];
  hasMore: boolean;
}

/** A number that the carrier brings us the calls to. */
export interface Connected {
  number: PhoneNumber;
  /** It is attached to something else at the carrier, which is asked first. */
  isOverruled: boolean;
}

/**
 * The numbers of the account that an organization brings, which its people connect by themselves. The carrier is asked
 * outside of any transaction, because it may take seconds, and before anything is written: what it refuses leaves no
 * trace, and what it has done can be asked for again.
 */
@Injectable()
export class OwnNumbers {
  constructor(
    private readonly accounts: CarrierAccounts,
    private readonly carriers: Carriers,
    private readonly connections: NumberConnections,
    private readonly numbers: PhoneNumbers,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** @throws Conflict when the carrier refuses the account, AppError 503 when it cannot be reached */
  async list(org: OrganizationId): Promise<OwnNumberList> {
    const { current } = await this.accounts.of(org);
    if (!current) return { account: null, numbers: [], hasMore: false };
    const told = await (await this.carriers.currentOf(org)).listNumbers(inboundPaths(org));
    if (told.kind !== 'found') throw refusalOf(told);
    return { account: current.accountSid, numbers: told.numbers, hasMore: told.hasMore };
  }

  /** Connects a number that the organization has. @throws NotFound, Conflict, AppError 503 */
  async connect(caller: Requester, id: string): Promise<Connected> {
    const { organizationId: org } = caller;
    const number = await this.numbers.read(org, id);
    const isOverruled = await this.askCarrier(org, number.number);
    await this.transactions.run((tx) => this.note(tx, caller, number));
    return { number, isOverruled };
  }

  /** Connects a number of the account; the organization has it from then on, and this agent answers it. @throws as `connect` */
  async connectTo(caller: Requester, number: string, agentId: string): Promise<Connected> {
    const { organizationId: org } = caller;
    const isOverruled = await this.askCarrier(org, number);
    return this.transactions.run(async (tx) => {
      const had = await this.numbers.find(org, number);
      const kept = had
        ? await this.numbers.change(tx, org, had.id, { agent_id: agentId }, ANY_VERSION)
        : await this.numbers.create(tx, org, { number, agent_id: agentId });
      await this.note(tx, caller, kept);
      return { number: kept, isOverruled };
    });
  }

  private async askCarrier(org: OrganizationId, number: string): Promise<boolean> {
    // The installation's numbers are everybody's: no organization connects them.
    const { current } = await this.accounts.of(org);
    if (!current)
      throw new Conflict('carrier_account_missing', 'The organization has no Twilio account of its own');
    const told = await this.connections.connect(org, number);
    if (told.kind === 'not-found')
      throw new Conflict('number_not_in_account', 'The Twilio account does not have this number');
    if (told.kind === 'refused' || told.kind === 'unreachable') throw refusalOf(told);
    return told.kind === 'overruled';
  }

  private note(tx: Tx, caller: Requester, { id, number }: PhoneNumber): Promise<void> {
    return this.audit.record(tx, caller.organizationId, caller, {
      action: 'phone_number.connected',
      subject: { type: 'phone_number', id },
      details: { number },
    });
  }
}

function refusalOf({ kind, message }: { kind: 'refused' | 'unreachable'; message: string }): AppError {
  return kind === 'refused'
    ? new Conflict(
        'carrier_refused',
        `The carrier refuses the account or its credentials: it says “${message}”`,
      )
    : new AppError(503, 'carrier_unreachable', 'The carrier cannot be reached', [], { 'Retry-After': '5' });
}
