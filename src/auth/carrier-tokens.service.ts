import { Injectable } from '@nestjs/common';
import { SecretBox, type SecretPlace, SecretUnreadable } from '../common/secret-box.service.js';
import type { CarrierAccount } from './carrier-account.entity.js';

/** How long a token that was replaced may still sign: nobody changes it here and at the carrier in the same instant. */
const BOTH_FOR_MS = 24 * 60 * 60_000;

/** Of a short token four characters would be too much of it. */
const SHOWN_FROM = 16;

/** What an account's requests carry, and what its callbacks are signed with. */
export interface CarrierToken {
  authToken: string;
  previousAuthToken: string | null;
}

/** The tokens of accounts at the carrier: sealed and opened here. */
@Injectable()
export class CarrierTokens {
  constructor(private readonly box: SecretBox) {}

  /** Gives the account a token; the caller saves it. The one before, if it can be read, is believed beside it for a day. */
  give(account: CarrierAccount, token: string, now: Date): void {
    const before = this.open(account, now)?.authToken ?? null;
    account.authTokenSealed = this.box.seal(token, placeOf(account, 'auth_token_sealed'));
    account.authTokenLastFour = token.length < SHOWN_FROM ? null : token.slice(-4);
    if (before === null || before === token) return;
    account.previousAuthTokenSealed = this.box.seal(before, placeOf(account, 'previous_auth_token_sealed'));
    account.previousAuthTokenUntil = new Date(now.getTime() + BOTH_FOR_MS);
  }

  /** Null when there is none, or none that can be read. */
  open(account: CarrierAccount, now: Date): CarrierToken | null {
    const { authTokenSealed, previousAuthTokenSealed, previousAuthTokenUntil: until } = account;
    const authToken = this.readable(authTokenSealed, placeOf(account, 'auth_token_sealed'));
    if (authToken === null) return null;
    const previous = until && until > now ? previousAuthTokenSealed : null;
    return {
      authToken,
      previousAuthToken: this.readable(previous, placeOf(account, 'previous_auth_token_sealed')),
    };
  }

  private readable(sealed: Buffer | null, place: SecretPlace): string | null {
    try {
      return sealed && this.box.open(sealed, place);
    } catch (error) {
      if (error instanceof SecretUnreadable) return null;
      throw error;
    }
  }
}

const placeOf = ({ organizationId, id }: CarrierAccount, column: string): SecretPlace => ({
  organizationId,
  table: 'carrier_accounts',
  column,
  id,
});
