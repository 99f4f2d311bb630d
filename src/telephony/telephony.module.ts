import { Global, Module } from '@nestjs/common';
import { CARRIER } from './carrier.js';
import { Carriers } from './carriers.service.js';

/**
 * Provides the carrier's language under `CARRIER`, and the accounts at it as `Carriers`. Global, so that features
 * inject them without repeating their configuration.
 *
 * What was decided here, and where it is explained:
 * - one request a dial, on a connection of its own, whose failure says if it came about: single-request.client.ts
 * - what is known after a failed dial (not sent, rejected, unknown): twilio-outcomes.ts
 * - the whole form is signed, so it is read from its raw bytes: twilio-signature.ts
 * - a fault of ours is never the customer's, whatever the carrier's status says: call-ending.ts
 * - the simulated carrier is this adapter with another base URL; there is no second code path
 * - a call keeps the account that it began with: docs/adr/0014-carrier-by-organization.md
 */
@Global()
@Module({
  providers: [
    Carriers,
    { provide: CARRIER, useFactory: ({ installation }: Carriers) => installation, inject: [Carriers] },
  ],
  exports: [CARRIER, Carriers],
})
export class TelephonyModule {}
