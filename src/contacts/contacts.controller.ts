import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Caller, Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { Refuses } from '../common/refuses.decorator.js';
import { ANY_VERSION, IfMatch, type Precondition, tagged } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { ContactId } from './contact-paths.decorator.js';
import { ChangeContactDto, CreateContactDto, DeleteContactDto, ListContactsDto } from './contact.dto.js';
import { MergeContactDto } from './contact-merge.dto.js';
import { ContactPage, ContactPayload } from './contact-payload.dto.js';
import { presentContact } from './contact.presenter.js';
import { ContactMerges } from './contact-merges.service.js';
import { Contacts } from './contacts.service.js';
import { Erasure } from './erasure.service.js';

@ApiTags('Contacts')
@Controller('api/contacts')
@Writes()
export class ContactsController {
  constructor(
    private readonly contacts: Contacts,
    private readonly merges: ContactMerges,
    private readonly erasure: Erasure,
  ) {}

  /** Create a contact. A phone number is enough; there is one contact per number. */
  @Post()
  @RequireScope('contacts:write')
  @AcceptsIdempotencyKey()
  @Refuses([
    409,
    'contact_exists',
    'A contact with this phone number already exists',
    '`Location` is its address',
  ])
  async create(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @Body() dto: CreateContactDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContactPayload> {
    const contact = await this.contacts.create(tx, caller, dto);
    response.location(`/api/contacts/${contact.id}`);
    return tagged(response, presentContact(contact), contact.version);
  }

  /** List contacts, newest first; all given filters apply together. */
  @Get()
  @RequireScope('contacts:read')
  async list(@Org() org: OrganizationId, @Query() query: ListContactsDto): Promise<ContactPage> {
    const { data, pagination } = await this.contacts.list(org, query);
    return { data: data.map(presentContact), pagination };
  }

  /** Read one contact. */
  @Get(':id')
  @RequireScope('contacts:read')
  async read(
    @Org() org: OrganizationId,
    @ContactId() id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContactPayload> {
    const contact = await this.contacts.read(org, id);
    return tagged(response, presentContact(contact), contact.version);
  }

  /** Change a contact: what is given is set, `null` clears, the rest stays. */
  @Patch(':id')
  @RequireScope('contacts:write')
  @Refuses([
    409,
    'contact_exists',
    'A contact with this phone number already exists',
    '`Location` is its address',
  ])
  async change(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @ContactId() id: string,
    @Body() dto: ChangeContactDto,
    @IfMatch() seen: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContactPayload> {
    const contact = await this.contacts.change(tx, caller, id, dto, seen);
    return tagged(response, presentContact(contact), contact.version);
  }

  /**
   * Merge another contact into this one. The other one goes; its number still leads here, in intakes, calls and
   * searches. What its number is on the do-not-call list for stays there.
   */
  @Post(':id/merge')
  @HttpCode(200)
  @RequireScope('contacts:write')
  @AcceptsIdempotencyKey()
  async merge(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @ContactId() id: string,
    @Body() dto: MergeContactDto,
    @IfMatch() seen: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContactPayload> {
    const contact = await this.merges.merge(tx, caller, id, dto, { stays: seen, goes: ANY_VERSION });
    return tagged(response, presentContact(contact), contact.version);
  }

  /**
   * Delete a contact. Its calls stay, with their phone number; `erase=true` blanks everything personal in calls,
   * intakes and events too. The do-not-call list keeps the number either way.
   */
  @Delete(':id')
  @HttpCode(204)
  @RequireScope('contacts:write')
  @Refuses([
    409,
    'contact_in_call',
    'The contact has a call that is not over',
    'with `erase=true`, until the call has ended',
  ])
  async delete(
    @Caller() caller: Principal,
    @InTransaction() tx: Tx,
    @ContactId() id: string,
    @Query() { erase }: DeleteContactDto,
  ): Promise<void> {
    await (erase ? this.erasure.erase(tx, caller, id) : this.contacts.delete(tx, caller.organizationId, id));
  }
}
