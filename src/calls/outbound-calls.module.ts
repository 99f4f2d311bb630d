import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { HealthModule } from '../health/health.module.js';
import { SETTINGS, type Settings } from '../settings.js';
import { CallCommandsController } from './call-commands.controller.js';
import { ActionExecutions } from './action-executions.service.js';
import { CallBriefs } from './call-brief.service.js';
import { CallDocuments } from './call-documents.service.js';
import { CallEnds } from './call-ends.service.js';
import { CallJournal } from './call-journal.service.js';
import { CallMemories } from './call-memories.repository.js';
import { CallNotes } from './call-notes.service.js';
import { CallPagesController } from './call-pages.controller.js';
import { CallRecords } from './call-records.repository.js';
import { CallStartPagesController } from './call-start-pages.controller.js';
import { CallTraces } from './call-traces.repository.js';
import { CallTokens } from './call-tokens.service.js';
import { CALL_TIMINGS, TIMINGS, type CallTimings } from './call-timings.js';
import { CallWatch } from './call-watch.service.js';
import { CallsModule } from './calls.module.js';
import { CarrierCallbacksController } from './carrier-callbacks.controller.js';
import { CarrierCallbacks } from './carrier-callbacks.service.js';
import { CarrierEvents } from './carrier-events.repository.js';
import { CarrierWords } from './carrier-words.service.js';
import { ConversationEnds } from './conversation-ends.service.js';
import { DialAttempts } from './dial-attempts.repository.js';
import { DialOutcomes } from './dial-outcomes.service.js';
import { DialRefusals } from './dial-refusals.service.js';
import { Dialler } from './dialler.worker.js';
import { Dials } from './dials.service.js';
import { InboundCallsController } from './inbound-calls.controller.js';
import { InboundCallsRepository } from './inbound-calls.repository.js';
import { InboundCalls } from './inbound-calls.service.js';
import { InboundRecordings } from './inbound-recordings.service.js';
import { LostDials } from './lost-dials.service.js';
import { LostDialSearch } from './lost-dials.worker.js';
import { CarrierNumberPagesController } from './carrier-number-pages.controller.js';
import { CarrierNumbersController } from './carrier-numbers.controller.js';
import { NumberConnections } from './number-connections.service.js';
import { OutboundCallsController } from './outbound-calls.controller.js';
import { OwnNumbers } from './own-numbers.service.js';
import { OutboundCallsRepository } from './outbound-calls.repository.js';
import { OutboundCalls } from './outbound-calls.service.js';
import { RelaySockets } from './relay-sockets.repository.js';
import { SoundLooks } from './sound-looks.service.js';
import { SoundQualityWorker } from './sound-quality.worker.js';
import { TransferRecords } from './transfer-records.service.js';
import { Watchdog } from './watchdog.worker.js';

/** The life of a call, from the request or the ringing to the closed record. */
@Module({
  imports: [AgentsModule, CallsModule, ContactsModule, HealthModule],
  controllers: [
    // `/new` before `/:id`.
    CallStartPagesController,
    CallPagesController,
    OutboundCallsController,
    CallCommandsController,
    CarrierCallbacksController,
    InboundCallsController,
    CarrierNumbersController,
    CarrierNumberPagesController,
  ],
  providers: [
    {
      provide: TIMINGS,
      useFactory: ({ callTimings }: Settings): CallTimings => ({ ...CALL_TIMINGS, ...callTimings }),
      inject: [SETTINGS],
    },
    // Starting, ending, noting.
    OutboundCalls,
    OutboundCallsRepository,
    CallEnds,
    InboundCalls,
    InboundCallsRepository,
    InboundRecordings,
    NumberConnections,
    OwnNumbers,
    CallNotes,
    CallTraces,
    // The record.
    CallRecords,
    CallJournal,
    ActionExecutions,
    TransferRecords,
    // Dialling.
    Dials,
    Dialler,
    DialAttempts,
    DialOutcomes,
    DialRefusals,
    LostDials,
    LostDialSearch,
    // What the carrier says and asks.
    CarrierCallbacks,
    CarrierEvents,
    CarrierWords,
    CallDocuments,
    CallMemories,
    CallTokens,
    // What conversations start from, and tell.
    CallBriefs,
    ConversationEnds,
    RelaySockets,
    // Looking after the rest.
    CallWatch,
    Watchdog,
    SoundLooks,
    SoundQualityWorker,
  ],
  exports: [
    ActionExecutions,
    CallBriefs,
    CallNotes,
    ConversationEnds,
    CallRecords,
    CallJournal,
    OutboundCalls,
  ],
})
export class OutboundCallsModule {}
