import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { Carriers } from '../telephony/carriers.service.js';
import { inboundPaths } from './callback-path.js';

/**
 * Has the carrier bring us the calls to a number. Done by itself for the simulated carrier only: what a number of a real
 * account does is the operator's to change, and no organization's, because the account's numbers are everybody's.
 */
@Injectable()
export class NumberConnections {
  constructor(private readonly carriers: Carriers) {}

  async connect(org: OrganizationId, number: string): Promise<'connected' | 'not-found' | 'unreachable'> {
    const account = await this.carriers.currentOf(org);
    return account.connectNumber(number, inboundPaths(org));
  }
}
