import { Controller, Get, Post, Query } from '@nestjs/common';
import { MergePage } from '../../views/contacts/merge.js';
import { MergeSearchPage } from '../../views/contacts/merge-search.js';
import { goTo, type PageAnswer } from '../auth/page-answer.js';
import { mustBeTyped } from '../auth/typed-name.js';
import { Me, Needs, PageAuth, Visit } from '../auth/page.decorator.js';
import { type PageVisit, show } from '../auth/page-visit.js';
import type { Person } from '../auth/person.js';
import { type FormProblem, orShowAgain } from '../auth/shown-again.js';
import { NotFound } from '../common/app-error.js';
import { IdParam } from '../common/id-param.decorator.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import { readFields } from '../common/read-fields.js';
import { searchText } from '../common/search-text.js';
import { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { InTransaction } from '../idempotency/write.interceptor.js';
import { type ContactFilter, LONGEST_SEARCH } from './contact-filter.js';
import { ContactListsRepository } from './contact-lists.repository.js';
import { ContactMerges } from './contact-merges.service.js';
import { mergeView, takenIn, toldApart } from './contact-merge-view.js';
import { ContactNumbers } from './contact-numbers.service.js';
import { CONTACTS_PATH, ContactId } from './contact-paths.decorator.js';
import { labelOf } from './contact-question.js';
import { nameOf } from './contact-words.js';
import { MergeContactDto } from './contact-merge.dto.js';
import type { ContactRow } from './contact.presenter.js';
import { Contacts } from './contacts.service.js';

const FOUND_SHOWN = 10;

const OtherId = () => IdParam('Contact', 'otherId');

/** Makes one contact of two. */
@Controller(`${CONTACTS_PATH}/:id/merge`)
@PageAuth()
export class ContactMergePagesController {
  constructor(
    private readonly contacts: Contacts,
    private readonly lists: ContactListsRepository,
    private readonly merges: ContactMerges,
    private readonly numbers: ContactNumbers,
  ) {}

  @Get()
  @Needs('change')
  async search(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @ContactId() id: string,
    @Query('search') raw: unknown,
  ): Promise<PageAnswer> {
    const contact = await this.contacts.read(me.organizationId, id);
    const search = searchText(raw, LONGEST_SEARCH);
    const filter = search === '' ? likenessOf(contact) : { search };
    const found = filter ? await this.lists.lines(me.organizationId, filter, null, FOUND_SHOWN + 1) : [];
    return show(visit, MergeSearchPage, {
      contact: { id, name: labelOf(contact) },
      search,
      found: found
        .filter((line) => line.id !== id)
        .slice(0, FOUND_SHOWN)
        .map((line) => ({
          id: line.id,
          name: nameOf(line) ?? 'No name',
          phone: { number: line.phone, shown: nationalPhoneNumber(line.phone) },
          email: line.email,
          company: line.company,
          lastCallAt: line.lastCallAt,
        })),
    });
  }

  @Get(':otherId')
  @Needs('change')
  async compare(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @ContactId() id: string,
    @OtherId() otherId: string,
  ): Promise<PageAnswer> {
    const [stays, goes] = await this.both(me.organizationId, id, otherId);
    return this.page(visit, stays, goes, []);
  }

  @Post(':otherId')
  async merge(
    @Visit() visit: PageVisit,
    @Me() me: Person,
    @InTransaction() tx: Tx,
    @ContactId() id: string,
    @OtherId() otherId: string,
  ): Promise<PageAnswer> {
    const [stays, goes] = await this.both(me.organizationId, id, otherId);
    const [, going] = toldApart(stays, goes);
    const version = (name: string) => new Precondition([Number(visit.form.text(name))]);
    const merged = await orShowAgain(
      async () => {
        mustBeTyped(visit.form, going.typed);
        const dto = readFields(MergeContactDto, { contact_id: otherId, take: takenIn(visit.form) });
        return this.merges.merge(tx, me, id, dto, {
          stays: version('version'),
          goes: version('other_version'),
        });
      },
      (problems, status) => this.page(visit, stays, goes, problems, status),
    );
    return goTo(`${CONTACTS_PATH}/${id}`, `${going.name} was merged into ${labelOf(merged)}.`);
  }

  private async both(org: string, id: string, otherId: string): Promise<[ContactRow, ContactRow]> {
    if (id === otherId) throw new NotFound('Contact');
    return Promise.all([this.contacts.read(org, id), this.contacts.read(org, otherId)]);
  }

  private async page(
    visit: PageVisit,
    stays: ContactRow,
    goes: ContactRow,
    problems: FormProblem[],
    status?: number,
  ): Promise<PageAnswer> {
    const [staying, going] = toldApart(stays, goes);
    const numbers = [...(await this.numbers.of(stays)), ...(await this.numbers.of(goes))];
    const blocked = numbers
      .filter(({ listed }) => listed !== null)
      .map(({ number }) => nationalPhoneNumber(number));
    return show(
      visit,
      MergePage,
      {
        ...mergeView(stays, goes, takenIn(visit.form)),
        stays: { ...sideView(stays), ...staying },
        goes: { ...sideView(goes), ...going },
        blocked,
        answer: visit.form.text('confirm'),
        problems,
      },
      status,
    );
  }
}

const sideView = (contact: ContactRow) => ({
  id: contact.id,
  version: String(contact.version),
  callCount: contact.callCount,
  createdAt: contact.createdAt,
});

/** What another contact of the same person would have, too; null when that is nothing. */
function likenessOf(contact: ContactRow): ContactFilter | null {
  if (contact.email) return { email: contact.email };
  const name = nameOf(contact);
  return name === null ? null : { search: name };
}
