import { Module } from '@nestjs/common';
import { OutboundCallsModule } from '../calls/outbound-calls.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ContactTools } from './contact-tools.service.js';
import { HttpTools } from './http-tools.client.js';
import { ToolBoxes } from './tool-boxes.service.js';

/** What agents can do in a call beside talking: `ToolBoxes`. */
@Module({
  imports: [OutboundCallsModule, ContactsModule],
  providers: [ToolBoxes, ContactTools, HttpTools],
  exports: [ToolBoxes],
})
export class ConversationToolsModule {}
