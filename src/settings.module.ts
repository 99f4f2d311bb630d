import { Global, Module, type DynamicModule } from '@nestjs/common';
import { SecretBox } from './common/secret-box.service.js';
import { SETTINGS, type Settings } from './settings.js';

/** What every feature may ask for: the settings, and encryption at rest under their key. */
@Global()
@Module({})
export class SettingsModule {
  static register(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: SecretBox, useValue: new SecretBox(settings.secretKeys) },
      ],
      exports: [SETTINGS, SecretBox],
    };
  }
}
