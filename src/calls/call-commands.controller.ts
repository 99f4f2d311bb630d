import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { Refuses } from '../common/refuses.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { CallEnds } from './call-ends.service.js';
import { AddNoteDto, CallNotePayload } from './call-note.dto.js';
import { presentNote } from './call-note.presenter.js';
import { CallNotes } from './call-notes.service.js';
import { CallPayload } from './call.dto.js';
import { Calls } from './calls.service.js';

const CallId = () => IdParam('Call');

@ApiTags('Calls')
@Controller('api/calls')
@Writes()
export class CallCommandsController {
  constructor(
    private readonly ends: CallEnds,
    private readonly notes: CallNotes,
    private readonly calls: Calls,
  ) {}

  /**
   * End a call, or cancel one that was not dialled yet. Answers with the call as it is now: its last status comes when
   * the carrier has ended it. The audit log keeps who asked first. 409 when it is over.
   */
  @Post(':id/end')
  @HttpCode(202)
  @RequireScope('calls:write')
  @AcceptsIdempotencyKey()
  @Refuses([409, 'call_over', 'Call is over', 'the call has ended already'])
  async end(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @CallId() id: string,
  ): Promise<CallPayload> {
    await this.ends.request(tx, caller, id);
    return this.calls.payload(tx, caller.organizationId, id);
  }

  /** Add a note to a call. */
  @Post(':id/notes')
  @RequireScope('calls:write')
  @AcceptsIdempotencyKey()
  async addNote(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @CallId() callId: string,
    @Caller() caller: Principal,
    @Body() { body }: AddNoteDto,
  ): Promise<CallNotePayload> {
    return presentNote(
      await this.notes.add(tx, org, callId, { body, source: 'api', author: caller.keyName }),
    );
  }
}
