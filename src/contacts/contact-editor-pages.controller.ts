import { Controller, Get, Post } from '@nestjs/common';
import { ContactEditorPage } from '../../views/contacts/editor.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { askingFor, type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { countryChoices } from '../common/countries.js';
import { readFields } from '../common/read-fields.js';
import { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { changesIn, contactIn, type ContactFields, fieldsIn, fieldsOf, NEW_CONTACT } from './contact-form.js';
import { countryCodeOf } from './contact-fields.js';
import { CONTACTS_PATH, ContactId } from './contact-paths.decorator.js';
import { nameOf } from './contact-words.js';
import { ChangeContactDto, CreateContactDto } from './contact.dto.js';
import type { ContactRow } from './contact.presenter.js';
import { labelOf } from './contact-question.js';
import { Contacts } from './contacts.service.js';

interface Shown {
  contact: ContactRow | null;
  fields: ContactFields;
  problems?: FormProblem[];
  status?: number;
}

const ASKED_FOR = { phone: 'Enter a phone number.' };

/** Makes contacts by hand, and changes them. */
@Controller(CONTACTS_PATH)
@PageAuth()
export class ContactEditorPagesController {
  constructor(private readonly contacts: Contacts) {}

  @Get('new')
  @Needs('change')
  newForm(@Visit() visit: PageVisit): PageAnswer {
    return editor(visit, { contact: null, fields: NEW_CONTACT });
  }

  @Post()
  async create(@Visit() visit: PageVisit, @Me() me: Person, @InTransaction() tx: Tx): Promise<PageAnswer> {
    const { form } = visit;
    const contact = await orShowAgain(
      async () => this.contacts.create(tx, me, readFields(CreateContactDto, contactIn(form))),
      (problems, status) => editor(visit, { contact: null, fields: fieldsIn(form), problems, status }),
      askingFor(form, ASKED_FOR),
    );
    return goTo(`${CONTACTS_PATH}/${contact.id}`, `${nameOf(contact) ?? contact.phone} was created.`);
  }

  @Get(':id/edit')
  @Needs('change')
  async editForm(@Visit() visit: PageVisit, @Me() me: Person, @ContactId() id: string): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    return editor(visit, { contact, fields: fieldsOf(contact) });
  }

  @Post(':id')
  async change(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @ContactId() id: string,
  ): Promise<PageAnswer> {
    const { form } = visit;
    const before = await this.contacts.read(me.organizationId, id);
    const contact = await orShowAgain(
      async () => {
        const dto = readFields(ChangeContactDto, changesIn(form, before));
        return this.contacts.change(tx, me, id, dto, new Precondition([Number(form.text('version'))]));
      },
      (problems, status) => editor(visit, { contact: before, fields: fieldsIn(form), problems, status }),
      askingFor(form, ASKED_FOR),
    );
    return goTo(`${CONTACTS_PATH}/${id}`, `${nameOf(contact) ?? contact.phone} was saved.`);
  }
}

const editor = (visit: PageVisit, { contact, fields, problems = [], status }: Shown): PageAnswer => {
  const named = contact && { id: contact.id, name: labelOf(contact) };
  const countries = countryChoices((code) => countryCodeOf(code) !== null, chosenIn(fields));
  return show(visit, ContactEditorPage, { contact: named, ...fields, countries, problems }, status);
};

const chosenIn = ({ texts: { country_code: code } }: ContactFields): string[] => (code === '' ? [] : [code]);
