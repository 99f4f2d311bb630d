import { Module } from '@nestjs/common';
import { AgentEditorPagesController } from './agent-editor-pages.controller.js';
import { AgentHistory } from './agent-history.repository.js';
import { AgentChoices } from './agent-choices.service.js';
import { AgentList } from './agent-list.repository.js';
import { AgentPagesController } from './agent-pages.controller.js';
import { AgentVersionPagesController } from './agent-version-pages.controller.js';
import { AgentsController } from './agents.controller.js';
import { AgentsRepository } from './agents.repository.js';
import { Agents } from './agents.service.js';
import { PhoneNumberPagesController } from './phone-number-pages.controller.js';
import { PhoneNumbersController } from './phone-numbers.controller.js';
import { PhoneNumbersRepository } from './phone-numbers.repository.js';
import { PhoneNumbers } from './phone-numbers.service.js';

@Module({
  controllers: [
    AgentsController,
    AgentEditorPagesController,
    AgentPagesController,
    AgentVersionPagesController,
    PhoneNumbersController,
    PhoneNumberPagesController,
  ],
  providers: [
    Agents,
    AgentsRepository,
    AgentHistory,
    AgentList,
    AgentChoices,
    PhoneNumbers,
    PhoneNumbersRepository,
  ],
  exports: [Agents, AgentChoices, PhoneNumbers],
})
export class AgentsModule {}
