import { Global, Module } from '@nestjs/common';
import { Jobs } from './jobs.service.js';
import { Maintenance } from './maintenance.service.js';

/** Work that no request waits for. */
@Global()
@Module({ providers: [Maintenance, Jobs], exports: [Maintenance, Jobs] })
export class JobsModule {}
