import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { NotFound } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import type { Tx } from '../database/sql.client.js';
import { answersAbout } from '../idempotency/idempotency.service.js';
import { CallJournal } from './call-journal.service.js';
import { presentNote } from './call-note.presenter.js';
import { CallNote } from './call-note.entity.js';
import { CallRecords } from './call-records.repository.js';

/** Remarks on calls, live or over. */
@Injectable()
export class CallNotes {
  constructor(
    private readonly records: CallRecords,
    private readonly journal: CallJournal,
  ) {}

  /** @throws NotFound */
  async add(
    tx: Tx,
    org: OrganizationId,
    callId: string,
    { body, source, author }: Pick<CallNote, 'body' | 'source' | 'author'>,
  ): Promise<CallNote> {
    const held = await this.records.hold(tx, org, callId);
    if (!held) throw new NotFound('Call');
    if (held.row.contactId) answersAbout(tx, held.row.contactId);
    const note = Object.assign(new CallNote(), {
      organizationId: org,
      id: newId(),
      callId,
      body,
      source,
      author,
      createdAt: new Date(),
    } satisfies CallNote);
    await tx.insert(CallNote, note);
    held.row.eventSequence += 1;
    await this.records.change(tx, held.row, { eventSequence: held.row.eventSequence });
    await this.journal.tell(tx, held.row, ['call.note_added'], { note: presentNote(note) });
    return note;
  }
}
