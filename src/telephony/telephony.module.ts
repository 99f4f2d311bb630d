import { ConfigurableModuleBuilder, Global, Module } from '@nestjs/common';
import { CARRIER } from './carrier.js';
import { type TelephonyOptions, TwilioAdapter } from './twilio.adapter.js';

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<TelephonyOptions>({
  moduleName: 'Telephony',
}).build();

/**
 * Provides the one carrier under `CARRIER`: `TelephonyModule.register(settings)`, or `registerAsync({ inject,
 * useFactory })`. Global, so that features inject the carrier without repeating its configuration.
 *
 * What was decided here, and where it is explained:
 * - one request a dial, on a connection of its own, whose failure says if it came about: single-request.client.ts
 * - what is known after a failed dial (not sent, rejected, unknown): twilio-outcomes.ts
 * - the whole form is signed, so it is read from its raw bytes: twilio-signature.ts
 * - a fault of ours is never the customer's, whatever the carrier's status says: call-ending.ts
 * - the simulated carrier is this adapter with another base URL; there is no second code path
 */
@Global()
@Module({
  providers: [
    {
      provide: CARRIER,
      useFactory: (options: TelephonyOptions) => new TwilioAdapter(options),
      inject: [MODULE_OPTIONS_TOKEN],
    },
  ],
  exports: [CARRIER],
})
export class TelephonyModule extends ConfigurableModuleClass {}
