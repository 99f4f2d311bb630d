import { Controller, Get, Post } from '@nestjs/common';
import { DeleteContactPage } from '../../views/contacts/delete.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { mustBeTyped } from '../auth/typed-name.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { CONTACTS_PATH, ContactId } from './contact-paths.decorator.js';
import { ContactNumbers } from './contact-numbers.service.js';
import { ask, labelOf, pageOf, type Question } from './contact-question.js';
import type { ContactRow } from './contact.presenter.js';
import { Contacts } from './contacts.service.js';
import { Erasure } from './erasure.service.js';

/** What is not done without asking: deleting, forgetting. */
@Controller(`${CONTACTS_PATH}/:id`)
@PageAuth()
export class ContactRemovalPagesController {
  constructor(
    private readonly contacts: Contacts,
    private readonly erasure: Erasure,
    private readonly numbers: ContactNumbers,
  ) {}

  @Get('delete')
  @Needs('change')
  async askToDelete(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @ContactId() id: string,
  ): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    const staying = await this.staying(contact);
    return deleting(visit, contact, staying);
  }

  @Post('delete')
  async delete(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @ContactId() id: string,
  ): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    const staying = await this.staying(contact);
    await orShowAgain(
      async () => {
        mustBeTyped(visit.form, labelOf(contact));
        await this.contacts.delete(tx, me.organizationId, id);
      },
      (problems) => deleting(visit, contact, staying, problems),
    );
    return goTo(CONTACTS_PATH, `${labelOf(contact)} was deleted.`);
  }

  @Get('erase')
  @Needs('change')
  async askToErase(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @ContactId() id: string,
  ): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    const staying = await this.staying(contact);
    return ask(visit, contact, erasing(visit, contact, staying));
  }

  @Post('erase')
  async erase(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @ContactId() id: string,
  ): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    const staying = await this.staying(contact);
    await orShowAgain(
      async () => {
        mustBeTyped(visit.form, labelOf(contact));
        await this.erasure.erase(tx, me, id);
      },
      (problems) => ask(visit, contact, erasing(visit, contact, staying), problems),
    );
    return goTo(CONTACTS_PATH, 'The contact and its personal data were erased.');
  }

  /** What of the contact the do-not-call list keeps; nothing, where none of its numbers stands on it. */
  private async staying(contact: ContactRow): Promise<string[]> {
    const listed = (await this.numbers.of(contact)).filter((one) => one.listed !== null);
    const shown = listed.map(({ number }) => nationalPhoneNumber(number));
    if (shown.length === 0) return [];
    return [`${shown.join(', ')} ${shown.length === 1 ? 'stays' : 'stay'} on the do-not-call list.`];
  }
}

function callsKept({ callCount }: ContactRow): string {
  if (callCount === 0) return 'What was posted about it stays.';
  const calls = callCount === 1 ? 'Its call stays' : `Its ${callCount.toLocaleString('en')} calls stay`;
  return `${calls}, with phone number and transcript, and so does what was posted about it.`;
}

const deleting = (
  visit: PageVisit,
  contact: ContactRow,
  staying: readonly string[],
  problems: FormProblem[] = [],
): PageAnswer =>
  show(
    visit,
    DeleteContactPage,
    {
      title: `Delete ${labelOf(contact)}`,
      from: pageOf(contact),
      action: `${CONTACTS_PATH}/${contact.id}/delete`,
      button: 'Delete contact',
      typed: labelOf(contact),
      answer: visit.form.text('confirm'),
      consequences: [
        'The contact goes, with its tags, variables and former numbers. This cannot be undone.',
        callsKept(contact),
        ...staying,
      ],
      erase: `${CONTACTS_PATH}/${contact.id}/erase`,
      problems,
    },
    problems.length > 0 ? 422 : 200,
  );

const erasing = (visit: PageVisit, contact: ContactRow, staying: readonly string[]): Question => ({
  title: `Erase ${labelOf(contact)}`,
  action: `${CONTACTS_PATH}/${contact.id}/erase`,
  button: 'Erase personal data',
  typed: labelOf(contact),
  answer: visit.form.text('confirm'),
  consequences: [
    'The contact goes. This cannot be undone.',
    'Of its calls only times, durations and outcomes stay: numbers, transcripts, analyses, notes and recordings go, the carrier’s recordings too.',
    'What was posted about it, and the events that told of it, are blanked.',
    ...staying,
  ],
});
