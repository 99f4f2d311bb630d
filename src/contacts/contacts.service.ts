import { Injectable } from '@nestjs/common';
import type { Requester } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { AppError, InvalidRequest, NotFound } from '../common/app-error.js';
import { violates } from '../common/database-errors.js';
import { newId } from '../common/new-id.adapter.js';
import { pageOf, type Page } from '../common/page.dto.js';
import { type CountryCode, normalizePhoneNumber, PHONE_PROBLEMS } from '../common/phone-number.js';
import { isEmpty, realChanges } from '../common/real-changes.js';
import type { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { Events } from '../events/events.service.js';
import { answersAbout } from '../idempotency/idempotency.service.js';
import { type ContactChanges, changesOf } from './contact-changes.js';
import { ContactMergesRepository } from './contact-merges.repository.js';
import { CONTACT_LIMITS } from './contact-fields.js';
import type { ChangeContactDto, CreateContactDto, ListContactsDto } from './contact.dto.js';
import { Contact } from './contact.entity.js';
import { type ContactRow, presentContact } from './contact.presenter.js';
import { ContactsRepository } from './contacts.repository.js';
import { DeletedContacts, personBehind } from './deleted-contacts.repository.js';
import { DoNotCallList } from './do-not-call.service.js';

/** The people an organization speaks with; one per phone number. */
@Injectable()
export class Contacts {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly merges: ContactMergesRepository,
    private readonly doNotCall: DoNotCallList,
    private readonly deleted: DeletedContacts,
    private readonly events: Events,
  ) {}

  /** The contact that this number (E.164) leads to, or null. */
  byPhone(tx: Tx, org: OrganizationId, phone: string): Promise<ContactRow | null> {
    return this.contacts.findByPhone(tx, org, phone);
  }

  /**
   * The contact that this number (E.164) leads to, which cannot be deleted before the transaction ends; a call to a new number
   * makes one that is nothing but the number.
   */
  async forCall(tx: Tx, org: OrganizationId, phone: string): Promise<ContactRow> {
    // Again and again, because others may make and delete it between one statement and the next.
    for (;;) {
      const known = await this.contacts.holdByPhone(tx, org, phone);
      if (known) return known;
      const created = await this.contacts.insertMinimal(tx, org, phone, 'call');
      if (!created) continue;
      const contact = found(await this.contacts.find(org, created, tx));
      await this.tell(tx, 'contact.created', contact);
      return contact;
    }
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
    const made = found(await this.contacts.find(org, contact.id, tx));
    answersAbout(tx, made.id);
    await this.tell(tx, 'contact.created', made);
    return made;
  }

  /** @throws NotFound */
  async read(org: OrganizationId, id: string): Promise<ContactRow> {
    return found(await this.contacts.find(org, id));
  }

  async list(org: OrganizationId, query: ListContactsDto): Promise<Page<ContactRow>> {
    const phone = query.phone === undefined ? undefined : searchedPhone(query.phone);
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
    const before = found(await this.contacts.findForChange(tx, org, id));
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
    const after = found(await this.contacts.find(org, id, tx));
    if (changed || listed) await this.tell(tx, 'contact.updated', after);
    return after;
  }

  /**
   * What was learned of a contact in a call, which may have been merged meanwhile: what is given is set, tags are added
   * as far as there is room.
   * @returns whether that changed anything @throws NotFound
   */
  async learn(
    tx: Tx,
    org: OrganizationId,
    id: string,
    { tags = [], ...fields }: Pick<ContactChanges, 'firstName' | 'lastName' | 'email' | 'company' | 'tags'>,
  ): Promise<boolean> {
    const before = found(
      (await this.contacts.findForChange(tx, org, id)) ?? (await this.survivorForChange(tx, org, id)),
    );
    const allTags = [...new Set([...before.tags, ...tags])].slice(0, CONTACT_LIMITS.tags);
    const changes = realChanges<ContactChanges>(before, { ...fields, tags: allTags });
    if (isEmpty(changes)) return false;
    await this.contacts.update(tx, org, before.id, {
      ...changes,
      version: before.version + 1,
      updatedAt: new Date(),
    });
    await this.tell(tx, 'contact.updated', found(await this.contacts.find(org, before.id, tx)));
    return true;
  }

  private async survivorForChange(tx: Tx, org: OrganizationId, id: string): Promise<ContactRow | null> {
    const survivor = await this.merges.survivorOf(org, id, tx);
    return survivor === null ? null : this.contacts.findForChange(tx, org, survivor);
  }

  /** Calls with the contact keep its number. @throws NotFound */
  async delete(tx: Tx, org: OrganizationId, id: string): Promise<void> {
    const contact = found(await this.contacts.findForChange(tx, org, id));
    const former = await this.merges.formerNumbers(org, id, tx);
    await this.deleted.remember(tx, org, personBehind(contact, former));
    await this.contacts.delete(tx, org, id);
  }

  /** The number in E.164, read as one of the contact's country, else of the organization's. */
  private async phoneOf(tx: Tx, org: OrganizationId, text: string, country?: string | null): Promise<string> {
    const number = normalizePhoneNumber(
      text,
      (country ?? (await this.contacts.defaultCountry(tx, org))) as CountryCode,
    );
    if ('problem' in number) {
      throw new InvalidRequest('Invalid phone', [
        { field: 'phone', in: 'body', issue: PHONE_PROBLEMS[number.problem], received: text },
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

  private async tell(
    tx: Tx,
    type: 'contact.created' | 'contact.updated',
    contact: ContactRow,
  ): Promise<void> {
    await this.events.record(tx, contact.organizationId, {
      type,
      contactId: contact.id,
      data: { contact: presentContact(contact) },
    });
  }
}

function found(contact: ContactRow | null): ContactRow {
  if (!contact) throw new NotFound('Contact');
  return contact;
}

const taken = (holder: string | null): AppError =>
  new AppError(
    409,
    'contact_exists',
    'A contact with this phone number already exists',
    [{ field: 'phone', in: 'body', issue: 'is the number of another contact' }],
    { ...(holder && { Location: `/api/contacts/${holder}` }) },
  );

/** A number in a filter; a `+` that was not escaped arrives as a space. */
function searchedPhone(text: string): string {
  const number = normalizePhoneNumber(text.startsWith(' ') ? `+${text.slice(1)}` : text, 'US');
  if ('problem' in number) {
    throw new InvalidRequest('Invalid phone parameter', [
      { field: 'phone', in: 'query', issue: PHONE_PROBLEMS[number.problem], received: text },
    ]);
  }
  return number.e164;
}
