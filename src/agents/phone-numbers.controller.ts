import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { Refuses } from '../common/refuses.decorator.js';
import { IfMatch, type Precondition, tagged } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import {
  ChangePhoneNumberDto,
  CreatePhoneNumberDto,
  ListPhoneNumbersDto,
  PhoneNumberPage,
  PhoneNumberPayload,
} from './phone-number.dto.js';
import { presentPhoneNumber } from './phone-number.presenter.js';
import { PhoneNumbers } from './phone-numbers.service.js';

const PhoneNumberId = () => IdParam('Phone number');

@ApiTags('Phone numbers')
@Controller('api/phone-numbers')
@Writes()
export class PhoneNumbersController {
  constructor(private readonly numbers: PhoneNumbers) {}

  /** Add a number that the carrier has given you. The first one becomes the default. */
  @Post()
  @RequireScope('phone_numbers:write')
  @AcceptsIdempotencyKey()
  @ApiBody({
    type: CreatePhoneNumberDto,
    examples: { number: { summary: 'A number', value: { number: '+13125550100', label: 'Support line' } } },
  })
  @Refuses([409, 'phone_number_exists', 'Phone number already exists', 'an organization has this number'])
  async create(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @Body() dto: CreatePhoneNumberDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PhoneNumberPayload> {
    const number = await this.numbers.create(tx, org, dto);
    response.location(`/api/phone-numbers/${number.id}`);
    return tagged(response, presentPhoneNumber(number), number.version);
  }

  /** List the numbers, newest first. */
  @Get()
  @RequireScope('phone_numbers:read')
  async list(@Org() org: OrganizationId, @Query() query: ListPhoneNumbersDto): Promise<PhoneNumberPage> {
    const { data, pagination } = await this.numbers.list(org, query);
    return { data: data.map(presentPhoneNumber), pagination };
  }

  /** Read one number. */
  @Get(':id')
  @RequireScope('phone_numbers:read')
  async read(
    @Org() org: OrganizationId,
    @PhoneNumberId() id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PhoneNumberPayload> {
    const number = await this.numbers.read(org, id);
    return tagged(response, presentPhoneNumber(number), number.version);
  }

  /** Change a number's label, agent or whether it is the default. */
  @Patch(':id')
  @RequireScope('phone_numbers:write')
  async change(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @PhoneNumberId() id: string,
    @Body() dto: ChangePhoneNumberDto,
    @IfMatch() seen: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PhoneNumberPayload> {
    const number = await this.numbers.change(tx, org, id, dto, seen);
    return tagged(response, presentPhoneNumber(number), number.version);
  }

  /** Remove a number. Calls made with it keep it. */
  @Delete(':id')
  @HttpCode(204)
  @RequireScope('phone_numbers:write')
  async delete(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @PhoneNumberId() id: string,
  ): Promise<void> {
    await this.numbers.delete(tx, org, id);
  }
}
