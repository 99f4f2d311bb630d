import { Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../settings.js';
import { CONVERSATION_TIMINGS, DEFAULT_TIMINGS, type ConversationTimings } from './conversation-timings.js';

/** The time limits in force. */
@Module({
  providers: [
    {
      provide: CONVERSATION_TIMINGS,
      useFactory: ({ conversationTimings }: Settings): ConversationTimings => ({
        ...DEFAULT_TIMINGS,
        ...conversationTimings,
      }),
      inject: [SETTINGS],
    },
  ],
  exports: [CONVERSATION_TIMINGS],
})
export class ConversationTimingsModule {}
