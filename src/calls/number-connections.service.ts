import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import type { NumberConnection } from '../telephony/carrier.js';
import { Carriers } from '../telephony/carriers.service.js';
import { inboundPaths } from './callback-path.js';

/**
 * Has the carrier bring us the calls to a number. Done by itself for the simulated carrier only: what a number of the
 * installation's account does is the operator's to change, because the account's numbers are everybody's. What those of
 * its own account do, an organization changes itself: `OwnNumbers`.
 */
@Injectable()
export class NumberConnections {
  constructor(private readonly carriers: Carriers) {}

  async connect(org: OrganizationId, number: string): Promise<NumberConnection> {
    const account = await this.carriers.currentOf(org);
    return account.connectNumber(number, inboundPaths(org));
  }
}
