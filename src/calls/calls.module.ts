import { Module } from '@nestjs/common';
import { CallsController } from './calls.controller.js';
import { CallsRepository } from './calls.repository.js';
import { Calls } from './calls.service.js';
import { RecordingErasure } from './recording-erasure.worker.js';
import { RecordingLinks } from './recording-links.service.js';
import { RecordingsController } from './recordings.controller.js';
import { Recordings } from './recordings.service.js';

/** The records of calls, to be read and heard. */
@Module({
  controllers: [CallsController, RecordingsController],
  providers: [Calls, CallsRepository, Recordings, RecordingLinks, RecordingErasure],
  exports: [Calls],
})
export class CallsModule {}
