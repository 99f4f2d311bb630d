import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { OutboundCallsModule } from '../calls/outbound-calls.module.js';
import { deleteRows } from '../jobs/delete-rows.client.js';
import { Maintenance } from '../jobs/maintenance.service.js';
import { AgentTestPagesController } from './agent-test-pages.controller.js';
import { ChatAnswers } from './chat-answers.service.js';
import { ChatsController } from './chats.controller.js';
import { Chats } from './chats.service.js';
import { ConversationDrain } from './conversation-drain.service.js';
import { ConversationRecords } from './conversation-records.service.js';
import { ConversationTimingsModule } from './conversation-timings.module.js';
import { ConversationToolsModule } from './conversation-tools.module.js';
import { ConversationWriter } from './conversation-writer.service.js';
import { Conversations } from './conversations.service.js';
import { Minds } from './minds.service.js';
import { RelayHeartbeat } from './relay-heartbeat.worker.js';
import { RelaySessions } from './relay-sessions.repository.js';
import { RelaySweeper } from './relay-sweeper.worker.js';
import { RelayServer } from './relay.server.js';
import { Takeovers } from './takeovers.service.js';

/** Agents talk: the carrier's sockets, the conversations on them, and what is written of them. */
@Module({
  imports: [AgentsModule, OutboundCallsModule, ConversationTimingsModule, ConversationToolsModule],
  controllers: [ChatsController, AgentTestPagesController],
  providers: [
    RelayServer,
    Conversations,
    Minds,
    // What is written.
    ConversationWriter,
    ConversationRecords,
    RelaySessions,
    // What looks after sockets and processes.
    RelayHeartbeat,
    RelaySweeper,
    Takeovers,
    ConversationDrain,
    // Trying agents out.
    Chats,
    ChatAnswers,
  ],
})
export class ConversationsModule {
  constructor(maintenance: Maintenance) {
    maintenance.add({
      name: 'chats',
      everySeconds: 3_600,
      run: deleteRows('chats', `expires_at < now() - interval '1 hour'`),
    });
    maintenance.add({
      name: 'conversation entries',
      everySeconds: 3_600,
      // The record holds what they said; until then a call may be taken up again, or its analysis looks at them.
      run: deleteRows(
        'conversation_entries',
        `EXISTS (SELECT 1 FROM calls WHERE calls.organization_id = conversation_entries.organization_id
            AND calls.id = conversation_entries.call_id AND calls.finalized_at < now() - interval '1 day')`,
      ),
    });
  }
}
