import { Inject, Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { CARRIER, type Carrier } from '../telephony/carrier.js';
import { inboundPaths } from './callback-path.js';

/**
 * Has the carrier bring us the calls to a number. Done by itself for the simulated carrier only: what a number of a real
 * account does is the operator's to change, and no organization's, because the account's numbers are everybody's.
 */
@Injectable()
export class NumberConnections {
  constructor(@Inject(CARRIER) private readonly carrier: Carrier) {}

  connect(org: OrganizationId, number: string): Promise<'connected' | 'not-found' | 'unreachable'> {
    return this.carrier.connectNumber(number, inboundPaths(org));
  }
}
