import { Injectable } from '@nestjs/common';
import type { Requester } from '../audit/audit.service.js';
import { Organizations } from '../auth/organizations.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { AppError, InvalidRequest } from '../common/app-error.js';
import { violates } from '../common/database-errors.js';
import { newId } from '../common/new-id.adapter.js';
import { pageOf, type Page } from '../common/page.dto.js';
import { phoneIssue } from '../common/phone-issue.js';
import { isCountryCode, normalizePhoneNumber } from '../common/phone-number.js';
import { isEmpty, realChanges } from '../common/real-changes.js';
import { searchedNumber } from '../common/searched-number.js';
import type { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { answersAbout } from '../idempotency/idempotency.service.js';
import { type ContactChanges, changesOf } from './contact-changes.js';
import { ContactEvents } from './contact-events.service.js';
import { ContactMergesRepository } from './contact-merges.repository.js';
import type { ChangeContactDto, CreateContactDto, ListContactsDto } from './contact.dto.js';
import { Contact } from './contact.entity.js';
import type { ContactRow } from './contact.presenter.js';
import { ContactsRepository } from './contacts.repository.js';
import { DeletedContacts, personBehind } from './deleted-contacts.repository.js';
import { DoNotCallList } from './do-not-call.service.js';

/** The people an organization speaks with; one per phone number. */
@Injectable()
export class Contacts {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly organizations: Organizations,
    private readonly merges: ContactMergesRepository,
    private readonly doNotCall: DoNotCallList,
    private readonly deleted: DeletedContacts,
    private readonly events: ContactEvents,
  ) {}

  /** The contact that this number (E.164) leads to, or null. */
  byPhone(tx: Tx, org: OrganizationId, phone: string): Promise<ContactRow | null> {
    return this.contacts.findByPhone(tx, org, phone);
  }

  /** @throws Conflict when the number has a contact already, InvalidRequest when it is no phone number */
  async create(tx: Tx, caller: Requester, dto: CreateContactDto): Promise<ContactRow> {
    const org = caller.organizationId;
    const phone = await this.phoneOf(tx, org, dto.phone, dto.country_code);
    const now = new Date();
    const contact = Object.assign(new Contact(), {
      organizationId: org,
      id: newId(),
      tags: [],
      variables: {},
      source: 'api',
      version: 1,
      createdAt: now,
      updatedAt: now,
      ...changesOf(dto),
      phone,
    });
    await this.refuseTaken(tx, org, phone, null);
    await this.write(() => this.contacts.insert(tx, contact));
    await this.doNotCall.set(tx, caller, phone, dto);
    const made = await this.contacts.get(org, contact.id, tx);
    answersAbout(tx, made.id);
    await this.events.created(tx, made);
    return made;
  }

  /** @throws NotFound */
  read(org: OrganizationId, id: string): Promise<ContactRow> {
    return this.contacts.get(org, id);
  }

  async list(org: OrganizationId, query: ListContactsDto): Promise<Page<ContactRow>> {
    const phone =
      query.phone === undefined
        ? undefined
        : searchedNumber('phone', query.phone, await this.organizations.defaultCountry(org));
    const filter = { search: query.search, tag: query.tag, email: query.email, phone };
    const [contacts, total] = await this.contacts.list(org, filter, query);
    return pageOf(contacts, total, query);
  }

  /** @throws NotFound, Conflict, InvalidRequest, AppError 412 when the contact was changed since `seen` */
  async change(
    tx: Tx,
    caller: Requester,
    id: string,
    dto: ChangeContactDto,
    seen: Precondition,
  ): Promise<ContactRow> {
    const org = caller.organizationId;
    const before = await this.contacts.getForChange(tx, org, id);
    seen.check(before.version);
    const wanted: ContactChanges & { phone?: string } = changesOf(dto);
    if (dto.phone !== undefined) {
      wanted.phone = await this.phoneOf(tx, org, dto.phone, dto.country_code ?? before.countryCode);
      await this.refuseTaken(tx, org, wanted.phone, id);
    }
    const changes = realChanges<ContactChanges & { phone?: string }>(before, wanted);
    const changed = !isEmpty(changes);
    if (changes.phone !== undefined)
      await this.merges.exchange(tx, org, id, { given: before.phone, taken: changes.phone });
    if (changed) {
      await this.write(() =>
        this.contacts.update(tx, org, id, { ...changes, version: before.version + 1, updatedAt: new Date() }),
      );
    }
    const listed = await this.doNotCall.set(tx, caller, changes.phone ?? before.phone, dto);
    const after = await this.contacts.get(org, id, tx);
    if (changed || listed) await this.events.updated(tx, after);
    return after;
  }

  /** Calls with the contact keep its number. @throws NotFound */
  async delete(tx: Tx, org: OrganizationId, id: string): Promise<void> {
    const contact = await this.contacts.getForChange(tx, org, id);
    const former = await this.merges.formerNumbers(org, id, tx);
    await this.deleted.remember(tx, org, personBehind(contact, former));
    await this.contacts.delete(tx, org, id);
  }

  /** The number in E.164, read as one of the contact's country if that has numbers, else of the organization's. */
  private async phoneOf(tx: Tx, org: OrganizationId, text: string, country?: string | null): Promise<string> {
    const own =
      country && isCountryCode(country) ? country : await this.organizations.defaultCountry(org, tx);
    const number = normalizePhoneNumber(text, own);
    if ('problem' in number) {
      throw new InvalidRequest('Invalid phone', [
        { field: 'phone', in: 'body', issue: phoneIssue(number.problem, text, own), received: text },
      ]);
    }
    return number.e164;
  }

  /** Said before the unique index says it: the answer can name the contact that has the number. */
  private async refuseTaken(tx: Tx, org: OrganizationId, phone: string, self: string | null): Promise<void> {
    const holder = await this.contacts.findByPhone(tx, org, phone);
    if (holder && holder.id !== self) throw taken(holder.id);
  }

  private async write(statement: () => Promise<void>): Promise<void> {
    try {
      await statement();
    } catch (error) {
      const isTaken = violates(error, 'contacts_phone_key') || violates(error, 'contacts_phone_not_merged');
      throw isTaken ? taken(null) : error;
    }
  }
}

const taken = (holder: string | null): AppError =>
  new AppError(
    409,
    'contact_exists',
    'A contact with this phone number already exists',
    [{ field: 'phone', in: 'body', issue: 'is the number of another contact' }],
    { ...(holder && { Location: `/api/contacts/${holder}` }) },
  );
