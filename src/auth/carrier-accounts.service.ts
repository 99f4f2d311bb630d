import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { AuditAction } from '../audit/audit-kinds.js';
import { Audit, type Requester } from '../audit/audit.service.js';
import { Conflict, InvalidRequest, NotFound } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import type { Tx } from '../database/sql.client.js';
import { SETTINGS, type Settings } from '../settings.js';
import { CarrierAccount } from './carrier-account.entity.js';
import { CarrierAccountsRepository } from './carrier-accounts.repository.js';
import { CarrierTokens } from './carrier-tokens.service.js';
import type { ChangeCredentialsDto } from './organization-credentials.dto.js';
import { Organizations } from './organizations.service.js';
import type { OrganizationId } from './principal.js';

type CarrierChange = Pick<ChangeCredentialsDto, 'twilio_account_sid' | 'twilio_auth_token'>;

/** What an organization brings for its calls. */
export interface OwnAccounts {
  /** The one that its calls begin with; null: the installation's. */
  current: CarrierAccount | null;
  /** Those before it whose token is kept, the newest first. */
  former: CarrierAccount[];
  /** What it can bring: accounts whose calls are real or simulated, or none, as this installation calls nobody real. */
  takes: 'real' | 'simulated' | 'none';
}

/** The accounts at the carrier that organizations bring. */
@Injectable()
export class CarrierAccounts {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly accounts: CarrierAccountsRepository,
    private readonly organizations: Organizations,
    private readonly tokens: CarrierTokens,
    private readonly audit: Audit,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async of(org: OrganizationId): Promise<OwnAccounts> {
    const kept = await this.accounts.kept(org);
    return {
      current: kept.find(({ retiredAt }) => retiredAt === null) ?? null,
      former: kept.filter(({ retiredAt }) => retiredAt !== null),
      takes: takenBy(this.settings),
    };
  }

  /** The current accounts of these organizations, by organization. */
  async currentOf(orgs: readonly OrganizationId[]): Promise<Map<OrganizationId, CarrierAccount>> {
    const accounts = await this.accounts.current(orgs);
    return new Map(accounts.map((account) => [account.organizationId, account]));
  }

  /** Whether the organization's calls ring nowhere real. */
  async areSimulated(org: OrganizationId | null): Promise<boolean> {
    const { carrier, ownAccounts } = this.settings;
    if (carrier.name !== 'simulator' || ownAccounts?.name !== 'twilio') return carrier.name === 'simulator';
    return org === null || (await this.accounts.current([org])).length === 0;
  }

  /**
   * Calls of the organization, which is held, that begin from now on begin with this account; null goes back to the
   * installation's.
   * @returns the account that they begin with
   * @throws InvalidRequest, Conflict where only simulated calls are made
   */
  async change(tx: Tx, caller: Requester, change: CarrierChange): Promise<CarrierAccount | null> {
    const current = await this.accounts.currentForChange(tx, caller.organizationId);
    if (change.twilio_account_sid === undefined && change.twilio_auth_token === undefined) return current;
    if (change.twilio_account_sid === null) return this.remove(tx, caller, current, change);
    return this.bring(tx, caller, current, change);
  }

  /** @throws NotFound */
  async former(org: OrganizationId, id: string): Promise<CarrierAccount> {
    return found(await this.accounts.former(this.db, org, id));
  }

  /** Its token is gone for good: what was made with it cannot be reached any more. @throws NotFound, Conflict */
  async forget(tx: Tx, caller: Requester, id: string): Promise<void> {
    await this.organizations.hold(tx, caller.organizationId);
    const account = found(await this.accounts.former(tx, caller.organizationId, id));
    if (await this.accounts.isBusy(tx, account))
      throw new Conflict('carrier_account_in_use', 'Calls that began with this account are not over');
    Object.assign(account, {
      authTokenSealed: null,
      authTokenLastFour: null,
      previousAuthTokenSealed: null,
      previousAuthTokenUntil: null,
    });
    await this.accounts.save(tx, account);
    await this.note(tx, caller, 'carrier_account.forgotten', account);
  }

  private async bring(
    tx: Tx,
    caller: Requester,
    current: CarrierAccount | null,
    { twilio_account_sid: sid = current?.accountSid, twilio_auth_token: token }: CarrierChange,
  ): Promise<CarrierAccount> {
    if (this.settings.ownAccounts === null)
      throw new Conflict('calls_are_simulated', 'This installation only simulates calls');
    if (!sid) throw missing('twilio_account_sid', 'must be given with a token');
    const now = new Date();
    const same = current?.accountSid === sid ? current : null;
    if (same && (token === undefined || this.tokens.open(same, now)?.authToken === token)) return same;
    if (token === undefined) throw missing('twilio_auth_token', 'must be given with an account');
    if (current && !same) await this.retire(tx, current);
    const account = (await this.accounts.named(tx, caller.organizationId, sid)) ?? newAccount(caller, sid);
    this.tokens.give(account, token, now);
    account.retiredAt = null;
    await this.accounts.save(tx, account);
    await this.note(tx, caller, 'carrier_account.saved', account);
    return account;
  }

  private async remove(
    tx: Tx,
    caller: Requester,
    current: CarrierAccount | null,
    { twilio_auth_token: token }: CarrierChange,
  ): Promise<null> {
    if (token) throw missing('twilio_account_sid', 'must be given with a token');
    if (!current) return null;
    await this.retire(tx, current);
    await this.note(tx, caller, 'carrier_account.removed', current);
    return null;
  }

  /** What no call was made with need not be kept. */
  private async retire(tx: Tx, account: CarrierAccount): Promise<void> {
    if (!(await this.accounts.isUsed(tx, account))) return this.accounts.remove(tx, account);
    account.retiredAt = new Date();
    return this.accounts.save(tx, account);
  }

  private async note(tx: Tx, caller: Requester, action: AuditAction, account: CarrierAccount): Promise<void> {
    const { organizationId: org } = caller;
    await this.organizations.touch(tx, org);
    await this.audit.record(tx, org, caller, {
      action,
      subject: { type: 'carrier_account', id: account.id },
      details: { twilio_account_sid: account.accountSid },
    });
  }
}

function takenBy({ carrier, ownAccounts = carrier }: Settings): OwnAccounts['takes'] {
  if (ownAccounts === null) return 'none';
  return ownAccounts.name === 'twilio' ? 'real' : 'simulated';
}

const newAccount = ({ organizationId }: Requester, accountSid: string): CarrierAccount =>
  Object.assign(new CarrierAccount(), {
    organizationId,
    id: newId(),
    accountSid,
    previousAuthTokenSealed: null,
    previousAuthTokenUntil: null,
    createdAt: new Date(),
  });

const missing = (field: keyof CarrierChange, issue: string) =>
  new InvalidRequest(`Invalid ${field}`, [{ field, in: 'body', issue }]);

function found(account: CarrierAccount | null): CarrierAccount {
  if (!account) throw new NotFound('Carrier account');
  return account;
}
