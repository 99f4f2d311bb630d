import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { Maintenance } from '../jobs/maintenance.service.js';
import { CallCounts } from './call-counts.repository.js';
import { CallListPagesController } from './call-list-pages.controller.js';
import { CallList } from './call-list.service.js';
import { CallSearches } from './call-searches.repository.js';
import { CallsController } from './calls.controller.js';
import { CallsRepository } from './calls.repository.js';
import { Calls } from './calls.service.js';
import { RecordingErasure } from './recording-erasure.worker.js';
import { RecordingLinks } from './recording-links.service.js';
import { RecordingsController } from './recordings.controller.js';
import { Recordings } from './recordings.service.js';

/** The records of calls, to be read and heard. */
@Module({
  imports: [AgentsModule],
  controllers: [CallsController, RecordingsController, CallListPagesController],
  providers: [
    Calls,
    CallCounts,
    CallsRepository,
    CallList,
    CallSearches,
    Recordings,
    RecordingLinks,
    RecordingErasure,
  ],
  exports: [Calls, CallCounts],
})
export class CallsModule {
  constructor(maintenance: Maintenance, counts: CallCounts) {
    maintenance.add({ name: 'call counts', everySeconds: 10, run: (tx) => counts.addUp(tx) });
  }
}
