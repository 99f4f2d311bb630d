import { Global, Inject, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CARRIER, type Carrier } from '../../src/telephony/carrier.js';
import { TelephonyModule } from '../../src/telephony/telephony.module.js';

const SETTINGS = Symbol('Settings');

@Injectable()
class Dialler {
  constructor(@Inject(CARRIER) readonly carrier: Carrier) {}
}

@Global()
@Module({ providers: [{ provide: SETTINGS, useValue: { sid: 'AC1', token: 't' } }], exports: [SETTINGS] })
class SettingsModule {}

@Module({ providers: [Dialler] })
class CallsModule {}

@Module({
  imports: [
    SettingsModule,
    TelephonyModule.registerAsync({
      inject: [SETTINGS],
      useFactory: (settings: { sid: string; token: string }) => ({
        publicBaseUrl: () => 'https://voice.example.com',
        carrier: {
          name: 'simulator',
          accountSid: settings.sid,
          authToken: settings.token,
          previousAuthToken: null,
          apiKey: null,
          baseUrl: null,
        },
      }),
    }),
    CallsModule,
  ],
})
class AppModule {}

describe('the telephony module', () => {
  it('gives every feature the carrier that the configuration names', async () => {
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    try {
      expect(app.get(Dialler, { strict: false }).carrier.name).toBe('simulator');
    } finally {
      await app.close();
    }
  });
});
