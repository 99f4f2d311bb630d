import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CarrierAccountsRepository } from '../auth/carrier-accounts.repository.js';
import type { CarrierAccount } from '../auth/carrier-account.entity.js';
import { CarrierTokens } from '../auth/carrier-tokens.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { isUuid } from '../common/readings.js';
import { SETTINGS, type Settings } from '../settings.js';
import type { CarrierAccess } from './carrier.js';
import { lockedAccount } from './locked-account.js';
import { TwilioAdapter } from './twilio.adapter.js';

/** A changed account is used on no replica as it was after this long; one second less than promised, for a slow query. */
const CACHE_TTL_MS = 4_000;

/** What is not among the accounts that are kept is asked for again after this long. */
const RETRY_AFTER_MS = 250;

/** Organizations whose accounts are kept in memory. */
const CACHE_ENTRIES = 10_000;

/** An account as a call has it; null is the installation's. */
export type AccountRef = string | null;

/** One of an organization's own. */
interface OwnAccount {
  row: CarrierAccount;
  access: CarrierAccess;
}

/** An organization's accounts whose token is kept, as they were then. */
interface Known {
  accounts: ReadonlyMap<string, OwnAccount>;
  at: number;
}

/** What somebody has signed, and the accounts whose signature it is: one, unless two are the same at the carrier. */
export interface Signed<T> {
  said: T;
  by: readonly AccountRef[];
}

/**
 * The accounts at the carrier: the installation's, and those that organizations bring. What they are is kept in memory
 * for a few seconds; an account that a call names and memory does not know is looked up at once.
 */
@Injectable()
export class Carriers {
  readonly installation: TwilioAdapter;
  private readonly ownName: string;

  private readonly known = new LRUCache<OrganizationId, Known>({
    max: CACHE_ENTRIES,
    ttl: CACHE_TTL_MS,
    ignoreFetchAbort: true,
    fetchMethod: (org, before) => this.load(org, before),
  });

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly stored: CarrierAccountsRepository,
    private readonly tokens: CarrierTokens,
  ) {
    this.installation = new TwilioAdapter(settings);
    this.ownName = settings.ownAccounts?.name ?? this.installation.name;
  }

  /** The account that a call was begun with. */
  async of(org: OrganizationId, account: AccountRef): Promise<CarrierAccess> {
    if (account === null) return this.installation;
    const { accounts } = await this.known.forceFetch(org);
    const own = accounts.get(account) ?? (await this.now(org)).accounts.get(account);
    return own?.access ?? lockedAccount(this.ownName);
  }

  /** The account that the organization's calls begin with, as it is now. */
  async currentOf(org: OrganizationId): Promise<CarrierAccess> {
    const { accounts } = await this.now(org);
    const current = [...accounts.values()].find(({ row }) => row.retiredAt === null);
    return current?.access ?? this.installation;
  }

  /** What calls with this account record as their carrier. */
  nameOf(account: AccountRef): string {
    return account === null ? this.installation.name : this.ownName;
  }

  /**
   * What a request to an address of this organization says, if one of the accounts that speak to it has signed it; an
   * organization that is not there has the installation's account, like one that brings none.
   */
  async signed<T>(org: string, read: (account: CarrierAccess) => T | null): Promise<Signed<T> | null> {
    if (!isUuid(org)) return this.signedBy([], read);
    const known = await this.known.forceFetch(org.toLowerCase());
    const signed = this.signedBy(known.accounts, read);
    if (signed || performance.now() - known.at < RETRY_AFTER_MS) return signed;
    // Another replica may know of an account since then.
    return this.signedBy((await this.now(org.toLowerCase())).accounts, read);
  }

  private signedBy<T>(
    own: Iterable<[string, OwnAccount]>,
    read: (account: CarrierAccess) => T | null,
  ): Signed<T> | null {
    const candidates: [AccountRef, CarrierAccess][] = [[null, this.installation]];
    for (const [id, { access }] of own) candidates.push([id, access]);
    const signed = candidates.flatMap(([id, access]) => {
      const said = read(access);
      return said === null ? [] : [{ id, said }];
    });
    const [first] = signed;
    return first ? { said: first.said, by: signed.map(({ id }) => id) } : null;
  }

  private now(org: OrganizationId): Promise<Known> {
    return this.known.forceFetch(org, { forceRefresh: true });
  }

  /** An account that has not changed keeps its client. */
  private async load(org: OrganizationId, before: Known | undefined): Promise<Known> {
    const at = performance.now();
    const rows = await this.stored.kept(org);
    const accounts = rows.map((row): [string, OwnAccount] => {
      const old = before?.accounts.get(row.id);
      return [row.id, { row, access: old && isSame(old.row, row) ? old.access : this.open(row) }];
    });
    return { accounts: new Map(accounts), at };
  }

  private open(row: CarrierAccount): CarrierAccess {
    const { ownAccounts, carrier, publicBaseUrl } = this.settings;
    const where = ownAccounts === undefined ? carrier : ownAccounts;
    const token = where && this.tokens.open(row, new Date());
    if (!where || !token) return lockedAccount(this.ownName);
    const { name, baseUrl } = where;
    const account = { ...token, accountSid: row.accountSid, apiKey: null, name, baseUrl };
    return new TwilioAdapter({ publicBaseUrl, carrier: { ...carrier, ...account } });
  }
}

/** The former token is believed for a time only: such an account is opened anew each time. */
const isSame = (a: CarrierAccount, b: CarrierAccount): boolean =>
  a.previousAuthTokenUntil === null &&
  b.previousAuthTokenUntil === null &&
  a.authTokenSealed !== null &&
  b.authTokenSealed !== null &&
  a.authTokenSealed.equals(b.authTokenSealed);
