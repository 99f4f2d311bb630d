import { Controller, Get, Post, Query } from '@nestjs/common';
import { ConfirmPage, type ConfirmProps } from '../../views/shared/confirm-page.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { InvalidRequest, NotFound } from '../common/app-error.js';
import { IdParam } from '../common/id-param.decorator.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { ContactNumbers } from './contact-numbers.service.js';
import { nameOf } from './contact-words.js';
import type { ContactRow } from './contact.presenter.js';
import { Contacts } from './contacts.service.js';
import { Erasure } from './erasure.service.js';

const PATH = '/settings/contacts';

const ContactId = () => IdParam('Contact');

type Question = Omit<ConfirmProps, 'frame' | 'from' | 'problems'>;

/** What is not done without asking: allowing calls again, deleting, forgetting. */
@Controller(`${PATH}/:id`)
@PageAuth()
export class ContactRemovalPagesController {
  constructor(
    private readonly contacts: Contacts,
    private readonly numbers: ContactNumbers,
    private readonly erasure: Erasure,
  ) {}

  @Post('do-not-call')
  async forbid(@Me() me: Person, @InTransaction() tx: Tx, @ContactId() id: string): Promise<PageAnswer> {
    const { phone } = await this.numbers.forbid(tx, me, id);
    return goTo(`${PATH}/${id}`, `${nationalPhoneNumber(phone)} is not called any more.`);
  }

  @Get('allow-calls')
  @Needs('change')
  async askToAllow(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @ContactId() id: string,
    @Query('number') raw: unknown,
  ): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    const numbers = await this.numbers.of(contact);
    const asked = numbers.find(({ number }) => number === (raw ?? contact.phone));
    if (!asked) throw new NotFound('Number');
    const shown = nationalPhoneNumber(asked.number);
    return ask(visit, contact, {
      title: `Allow calls to ${shown}`,
      action: `${PATH}/${id}/allow-calls`,
      button: 'Allow calls',
      hidden: { number: asked.number },
      consequences: [
        `${shown} comes off the do-not-call list: agents may call it again.`,
        'Do this only when the person has asked for it. It is kept in the audit log with your name.',
      ],
    });
  }

  @Post('allow-calls')
  async allow(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @ContactId() id: string,
  ): Promise<PageAnswer> {
    const { phone } = await this.contacts.read(me.organizationId, id);
    const number = visit.form.given('number') ?? phone;
    await this.numbers.allow(tx, me, id, number);
    return goTo(`${PATH}/${id}`, `${nationalPhoneNumber(number)} may be called again.`);
  }

  @Get('delete')
  @Needs('change')
  async askToDelete(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @ContactId() id: string,
  ): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    return ask(visit, contact, deleting(contact));
  }

  @Post('delete')
  async delete(@Me() me: Person, @InTransaction() tx: Tx, @ContactId() id: string): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    await this.contacts.delete(tx, me.organizationId, id);
    return goTo(PATH, `${labelOf(contact)} was deleted.`);
  }

  @Get('erase')
  @Needs('change')
  async askToErase(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @ContactId() id: string,
  ): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    return ask(visit, contact, erasing(contact));
  }

  @Post('erase')
  async erase(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @ContactId() id: string,
  ): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    const name = labelOf(contact);
    await orShowAgain(
      async () => {
        if (visit.form.text('confirm') !== name) throw mistyped(name);
        await this.erasure.erase(tx, me, id);
      },
      (problems) => ask(visit, contact, erasing(contact), problems),
    );
    return goTo(PATH, 'The contact and its personal data were erased.');
  }
}

const labelOf = (contact: ContactRow): string => nameOf(contact) ?? nationalPhoneNumber(contact.phone);

const ask = (visit: PageVisit, contact: ContactRow, question: Question, problems: FormProblem[] = []) =>
  show(
    visit,
    ConfirmPage,
    { ...question, from: { href: `${PATH}/${contact.id}`, label: labelOf(contact) }, problems },
    problems.length > 0 ? 422 : 200,
  );

const deleting = (contact: ContactRow): Question => ({
  title: `Delete ${labelOf(contact)}`,
  action: `${PATH}/${contact.id}/delete`,
  button: 'Delete contact',
  consequences: [
    'The contact goes, with its tags, variables and former numbers. This cannot be undone.',
    'Its calls stay, with their phone number and transcripts, and so does what was posted about it.',
    'The do-not-call list keeps its numbers. To forget the person altogether, erase the contact instead.',
  ],
});

const erasing = (contact: ContactRow): Question => ({
  title: `Erase ${labelOf(contact)}`,
  action: `${PATH}/${contact.id}/erase`,
  button: 'Erase personal data',
  typed: labelOf(contact),
  consequences: [
    'The contact goes. This cannot be undone.',
    'Of its calls only times, durations and outcomes stay: numbers, transcripts, analyses, notes and recordings go, the carrier’s recordings too.',
    'What was posted about it, and the events that told of it, are blanked.',
    'The do-not-call list keeps its numbers, so that nobody calls them again.',
  ],
});

const mistyped = (name: string): InvalidRequest =>
  new InvalidRequest('Invalid confirm', [{ field: 'confirm', in: 'body', issue: `must be ${name}` }]);
