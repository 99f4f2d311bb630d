import { Inject, Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { TokenSigner } from '../common/signing.js';
import { SETTINGS, type Settings } from '../settings.js';

/**
 * The addresses of recordings: whoever has one may listen, nobody guesses one. The `stamp` names the carrier's
 * recording and the epoch of the organization's links, so that the next epoch makes all of them void.
 */
@Injectable()
export class RecordingLinks {
  private readonly signer: TokenSigner;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    this.signer = new TokenSigner(settings.secretKeys, 'recordings');
  }

  /** The same at every read. */
  url(org: OrganizationId, callId: string, stamp: string): string {
    const token = this.signer.sign(org, callId, stamp);
    return `${this.settings.publicBaseUrl()}/recordings/${org}/${callId}/${token}`;
  }

  verify(token: string, org: OrganizationId, callId: string, stamp: string): boolean {
    return this.signer.verify(token, org, callId, stamp);
  }
}
