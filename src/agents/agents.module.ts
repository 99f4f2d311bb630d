import { Module } from '@nestjs/common';
import { AgentsController } from './agents.controller.js';
import { AgentsRepository } from './agents.repository.js';
import { Agents } from './agents.service.js';
import { PhoneNumberPagesController } from './phone-number-pages.controller.js';
import { PhoneNumbersController } from './phone-numbers.controller.js';
import { PhoneNumbersRepository } from './phone-numbers.repository.js';
import { PhoneNumbers } from './phone-numbers.service.js';

@Module({
  controllers: [AgentsController, PhoneNumbersController, PhoneNumberPagesController],
  providers: [Agents, AgentsRepository, PhoneNumbers, PhoneNumbersRepository],
  exports: [Agents, PhoneNumbers],
})
export class AgentsModule {}
