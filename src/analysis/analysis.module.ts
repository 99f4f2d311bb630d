import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { OutboundCallsModule } from '../calls/outbound-calls.module.js';
import { AnalysesController } from './analyses.controller.js';
import { AnalysesRepository } from './analyses.repository.js';
import { Analyses } from './analyses.service.js';
import { Analyst } from './analyst.service.js';

/** What happens after a call. */
@Module({
  imports: [CallsModule, OutboundCallsModule],
  controllers: [AnalysesController],
  providers: [Analyses, AnalysesRepository, Analyst],
})
export class AnalysisModule {}
