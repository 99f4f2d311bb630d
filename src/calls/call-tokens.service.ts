import { Inject, Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { TokenSigner } from '../common/signing.js';
import { SETTINGS, type Settings } from '../settings.js';

/**
 * The tokens in the addresses of calls that came in. They follow from the call, so that a webhook that is sent twice
 * gets the same answer; a call that we placed has the random token of its dial attempt.
 */
@Injectable()
export class CallTokens {
  private readonly signer: TokenSigner;

  constructor(@Inject(SETTINGS) { secretKeys }: Settings) {
    this.signer = new TokenSigner(secretKeys, 'inbound-calls');
  }

  of(org: OrganizationId, callId: string): string {
    return this.signer.sign(org, callId);
  }

  verify(token: string, org: OrganizationId, callId: string): boolean {
    return this.signer.verify(token, org, callId);
  }
}
