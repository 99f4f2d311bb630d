import { Injectable } from '@nestjs/common';
import type { CallBrief } from '../calls/call-brief.js';
import { ContactTools } from './contact-tools.service.js';
import { HttpTools } from './http-tools.client.js';
import type { ToolBox } from './tool-box.js';
import { CallToolBox } from './tool-box.session.js';

/** What of a brief tools depend on. */
export type ToolBrief = Pick<CallBrief, 'org' | 'callId' | 'callType' | 'customerNumber'> & {
  agent: Pick<CallBrief['agent'], 'id' | 'config'>;
  contact: Pick<NonNullable<CallBrief['contact']>, 'id'> | null;
};

/** Opens the tools of a conversation. */
@Injectable()
export class ToolBoxes {
  constructor(
    private readonly contactTools: ContactTools,
    private readonly httpTools: HttpTools,
  ) {}

  open(brief: ToolBrief): ToolBox {
    return new CallToolBox(brief, this.contactTools, this.httpTools);
  }
}
