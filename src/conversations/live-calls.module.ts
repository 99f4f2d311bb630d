import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { ConversationTimingsModule } from './conversation-timings.module.js';
import { LiveCallPagesController } from './live-call-pages.controller.js';
import { LiveCallsController } from './live-calls.controller.js';
import { LiveCalls } from './live-calls.service.js';

/** Calls, watched while they happen. */
@Module({
  imports: [CallsModule, ConversationTimingsModule],
  controllers: [LiveCallsController, LiveCallPagesController],
  providers: [LiveCalls],
})
export class LiveCallsModule {}
