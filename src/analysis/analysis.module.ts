import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { OutboundCallsModule } from '../calls/outbound-calls.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { AnalysesController } from './analyses.controller.js';
import { AnalysesRepository } from './analyses.repository.js';
import { Analyses } from './analyses.service.js';
import { AnalysisPagesController } from './analysis-pages.controller.js';
import { Analyst } from './analyst.service.js';
import { PostCallActionsRepository } from './post-call-actions.repository.js';
import { PostCallActions } from './post-call-actions.service.js';
import { PostCallActionWorker } from './post-call-actions.worker.js';
import { PostCallRequests } from './post-call-requests.client.js';

/** What happens after a call. */
@Module({
  imports: [CallsModule, ContactsModule, OutboundCallsModule],
  controllers: [AnalysesController, AnalysisPagesController],
  providers: [
    Analyses,
    AnalysesRepository,
    Analyst,
    PostCallActions,
    PostCallActionsRepository,
    PostCallActionWorker,
    PostCallRequests,
  ],
})
export class AnalysisModule {}
