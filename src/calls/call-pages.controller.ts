import { Controller, Get, Post } from '@nestjs/common';
import { CallPage } from '../../views/calls/call.js';
import { customerOf } from '../../views/calls/call-head.js';
import { ConfirmPage } from '../../views/shared/confirm-page.js';
import { actorWords } from '../audit/actor-words.js';
import { AuditLogRepository } from '../audit/audit-log.repository.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { Conflict } from '../common/app-error.js';
import { IdParam } from '../common/id-param.decorator.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { readFields } from '../common/read-fields.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { CallEnds } from './call-ends.service.js';
import { CALLS_PATH } from './call-list-pages.controller.js';
import { AddNoteDto } from './call-note.dto.js';
import { CallNotes } from './call-notes.service.js';
import { isFinal } from './call-status.js';
import { timelineOf } from './call-timeline.js';
import { CallTraces } from './call-traces.repository.js';
import type { CallPayload } from './call.dto.js';
import { Calls } from './calls.service.js';
import type { ReadCallDto } from './list-calls.dto.js';

const EVERYTHING: ReadCallDto = { fields: 'full', include: ['diagnostics', 'metrics'] };

/** What ending a call does, by how far it has come. */
const CONSEQUENCES: { [status in CallPayload['status']]?: string[] } & { queued: string[] } = {
  queued: ['The number is not dialled.', 'You can start the call again later.'],
  ringing: ['The phone stops ringing.', 'You can start the call again later.'],
  'in-progress': [
    'The carrier hangs up at once, in the middle of a word.',
    'What was said so far is kept and analysed.',
  ],
};

const CallId = () => IdParam('Call');

/** One call: what was said and made of it, while it goes on and afterwards. */
@Controller(CALLS_PATH)
@PageAuth()
export class CallPagesController {
  constructor(
    private readonly calls: Calls,
    private readonly traces: CallTraces,
    private readonly ends: CallEnds,
    private readonly notes: CallNotes,
    private readonly log: AuditLogRepository,
  ) {}

  @Get(':id')
  read(@Visit() visit: PageVisit, @Me() me: Person, @CallId() id: string): Promise<PageAnswer> {
    return this.page(visit, me, id);
  }

  @Post(':id/notes')
  async addNote(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @CallId() id: string,
  ): Promise<PageAnswer> {
    await orShowAgain(
      async () => {
        const { body } = readFields(AddNoteDto, { body: visit.form.text('body') });
        const note = { body, source: 'operator', author: me.email } as const;
        await this.notes.add(tx, me.organizationId, id, note);
      },
      (problems) => this.page(visit, me, id, problems),
    );
    return goTo(`${CALLS_PATH}/${id}#notes`, 'The note was added.');
  }

  @Get(':id/end')
  @Needs('change')
  async askToEnd(@Visit() visit: PageVisit, @Me() me: Person, @CallId() id: string): Promise<PageAnswer> {
    const call = await this.call(me, id);
    if (isFinal(call.status)) return goTo(`${CALLS_PATH}/${id}`, 'The call is over already.');
    const isTalking = call.status === 'in-progress';
    return show(visit, ConfirmPage, {
      title: `${isTalking ? 'End the call with' : 'Cancel the call to'} ${customerOf(whoIn(call))}`,
      from: [
        { href: CALLS_PATH, label: 'Calls' },
        { href: `${CALLS_PATH}/${id}`, label: customerOf(whoIn(call)) },
      ],
      action: `${CALLS_PATH}/${id}/end`,
      button: isTalking ? 'End call' : 'Cancel call',
      back: 'Keep call',
      consequences: CONSEQUENCES[call.status] ?? CONSEQUENCES.queued,
    });
  }

  @Post(':id/end')
  async end(@Me() me: Person, @InTransaction() tx: Tx, @CallId() id: string): Promise<PageAnswer> {
    const path = `${CALLS_PATH}/${id}`;
    try {
      await this.ends.request(tx, me, id);
    } catch (error) {
      // It ended by itself meanwhile, which is what was wanted.
      if (error instanceof Conflict) return goTo(path, 'The call was over already.');
      throw error;
    }
    return goTo(path, 'The call is being ended.');
  }

  private async page(
    visit: PageVisit,
    me: Person,
    id: string,
    problems: FormProblem[] = [],
  ): Promise<PageAnswer> {
    const org = me.organizationId;
    // Before the call is read: what comes in between is seen in it, and a call that ends in between is waited for.
    const isRecordingDue = await this.traces.awaitsRecording(org, id);
    const call = await this.call(me, id);
    const [events, said, [asked]] = await Promise.all([
      this.traces.carrierEvents(org, id),
      isFinal(call.status) ? [] : this.traces.saidSoFar(org, id),
      this.log.about(org, { type: 'call', ids: [id] }, 1),
    ]);
    const props = {
      ...whoIn(call),
      endedBy: asked ? actorWords(asked) : null,
      timeline: timelineOf(call),
      // By the address at which this page is looked at: the policy plays nothing from elsewhere.
      recording: call.recording_url && new URL(call.recording_url).pathname,
      isRecordingDue,
      events,
      numbers: numbersIn(call),
      said,
      note: { typed: visit.form.text('body'), problems },
    };
    return show(visit, CallPage, props, problems.length > 0 ? 422 : 200);
  }

  private async call(me: Person, id: string): Promise<CallPayload> {
    return JSON.parse(await this.calls.read(me.organizationId, id, EVERYTHING)) as CallPayload;
  }
}

const whoIn = (call: CallPayload) => ({
  call,
  national: national(call.phone_number),
  isErased: isErased(call),
  seconds: call.call_duration ?? secondsSince(call),
});

/** Since it was answered, of a call that goes on. */
function secondsSince({ status, enhanced_context: context }: CallPayload): number | null {
  const answeredAt = context?.timing.answered_at ?? null;
  return answeredAt === null || isFinal(status)
    ? null
    : Math.max(0, (Date.now() - Date.parse(answeredAt)) / 1_000);
}

const numbersIn = ({ enhanced_context: context }: CallPayload) => ({
  calling: national(context?.telephony.calling_number),
  called: national(context?.telephony.called_number),
});

const national = (number: string | null | undefined): string | null =>
  number ? nationalPhoneNumber(number) : null;

/** Erasure leaves how the call ended, and takes who was in it and what happened. */
const isErased = ({
  phone_number,
  contact_id,
  ended_at,
  turn_events,
  enhanced_context,
}: CallPayload): boolean =>
  phone_number === null &&
  contact_id === null &&
  ended_at !== null &&
  turn_events?.length === 0 &&
  Boolean(enhanced_context?.ended);
