import { Controller, Get, Post, Query } from '@nestjs/common';
import { DoNotCallPage } from '../../views/contacts/do-not-call.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { NotFound } from '../common/app-error.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { readFields } from '../common/read-fields.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { CONTACTS_PATH, ContactId } from './contact-paths.decorator.js';
import { ChangeContactDto } from './contact.dto.js';
import { type ContactNumber, ContactNumbers } from './contact-numbers.service.js';
import { ask, pageOf } from './contact-question.js';
import type { ContactRow } from './contact.presenter.js';
import { Contacts } from './contacts.service.js';

/** Puts a contact's numbers on the do-not-call list, and takes them off. */
@Controller(`${CONTACTS_PATH}/:id`)
@PageAuth()
export class DoNotCallPagesController {
  constructor(
    private readonly contacts: Contacts,
    private readonly numbers: ContactNumbers,
  ) {}

  @Get('do-not-call')
  @Needs('change')
  async askToForbid(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @ContactId() id: string,
    @Query('number') raw: unknown,
  ): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    const { number } = await this.numberOf(contact, raw);
    return askWhy(visit, contact, number);
  }

  @Post('do-not-call')
  async forbid(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @ContactId() id: string,
  ): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    const { number } = await this.numberOf(contact, visit.form.given('number'));
    const reason = visit.form.given('do_not_call_reason');
    await orShowAgain(
      async () => {
        const said = { do_not_call: true, ...(reason && { do_not_call_reason: reason }) };
        await this.numbers.set(tx, me, id, number, readFields(ChangeContactDto, said));
      },
      (problems) => askWhy(visit, contact, number, problems),
    );
    return goTo(`${CONTACTS_PATH}/${id}`, `${nationalPhoneNumber(number)} is not called any more.`);
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
    const { number, listed } = await this.numberOf(contact, raw);
    const shown = nationalPhoneNumber(number);
    return ask(visit, contact, {
      title: `Allow calls to ${shown}`,
      action: `${CONTACTS_PATH}/${id}/allow-calls`,
      button: 'Allow calls',
      tone: 'primary',
      hidden: { number },
      consequences: [
        `${shown} comes off the do-not-call list: agents may call it again.`,
        ...(listed?.reason ? [`Why it stands there, “${listed.reason}”, is not kept.`] : []),
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
    await this.numbers.set(tx, me, id, number, { do_not_call: false });
    return goTo(`${CONTACTS_PATH}/${id}`, `${nationalPhoneNumber(number)} may be called again.`);
  }

  /** Which of its numbers is meant: the present one, unless another is named. @throws NotFound */
  private async numberOf(contact: ContactRow, named: unknown = contact.phone): Promise<ContactNumber> {
    const numbers = await this.numbers.of(contact);
    const meant = numbers.find(({ number }) => number === named);
    if (!meant) throw new NotFound('Number');
    return meant;
  }
}

const askWhy = (visit: PageVisit, contact: ContactRow, number: string, problems: FormProblem[] = []) =>
  show(
    visit,
    DoNotCallPage,
    {
      title: `Do not call ${nationalPhoneNumber(number)}`,
      from: pageOf(contact),
      action: `${CONTACTS_PATH}/${contact.id}/do-not-call`,
      button: 'Put on do-not-call list',
      tone: 'primary',
      hidden: { number },
      consequences: [
        'No agent calls the number any more, whoever starts the call. The person may still call you.',
        'It stays on the list when the contact is deleted, merged or posted again, until somebody allows calls.',
      ],
      reason: visit.form.text('do_not_call_reason'),
      problems,
    },
    problems.length > 0 ? 422 : 200,
  );
