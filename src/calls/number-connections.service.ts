import { Inject, Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { CARRIER, type Carrier } from '../telephony/carrier.js';
import { inboundPaths } from './callback-path.js';

/**
 * Has the carrier bring us the calls to a number. Never done by itself for an account of somebody's: what a number does
 * today is theirs to change (docs/production.md says how).
 */
@Injectable()
export class NumberConnections {
  constructor(@Inject(CARRIER) private readonly carrier: Carrier) {}

  connect(org: OrganizationId, number: string): Promise<'connected' | 'not-found' | 'unreachable'> {
    return this.carrier.connectNumber(number, inboundPaths(org));
  }
}
