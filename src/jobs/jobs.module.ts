import { Global, Module } from '@nestjs/common';
import { Maintenance } from './maintenance.service.js';

/** Work that no request waits for. */
@Global()
@Module({ providers: [Maintenance], exports: [Maintenance] })
export class JobsModule {}
