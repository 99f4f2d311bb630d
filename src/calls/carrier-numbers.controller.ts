import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { Refuses } from '../common/refuses.decorator.js';
import { CarrierNumbers, ConnectedNumber } from './carrier-number.dto.js';
import { OwnNumbers } from './own-numbers.service.js';

const RefusesWithoutCarrier = () =>
  Refuses(
    [
      409,
      'carrier_refused',
      'The carrier refuses the account or its credentials: it says “Authenticate”',
      'the account that was saved is wrong, or may not do this',
    ],
    [503, 'carrier_unreachable', 'The carrier cannot be reached', 'it did not answer in time'],
  );

/** What the organization's own account at the carrier does with its numbers. In no transaction: the carrier is asked. */
@ApiTags('Phone numbers')
@Controller('api')
export class CarrierNumbersController {
  constructor(private readonly numbers: OwnNumbers) {}

  /** List the numbers of the Twilio account that the organization brings, as Twilio tells them now. */
  @Get('carrier-numbers')
  @RequireScope('phone_numbers:read')
  @RefusesWithoutCarrier()
  async list(@Org() org: OrganizationId): Promise<CarrierNumbers> {
    const { account, numbers, hasMore } = await this.numbers.list(org);
    const data = numbers.map(({ number, name, isConnected }) => ({ number, name, connected: isConnected }));
    return { twilio_account_sid: account, data, has_more: hasMore };
  }

  /**
   * Have Twilio bring the calls to a number here, whatever it did with them before. The number must belong to the Twilio
   * account that the organization brings; the agent that it names answers.
   */
  @Put('phone-numbers/:id/connection')
  @RequireScope('phone_numbers:write')
  @RefusesWithoutCarrier()
  @Refuses(
    [
      409,
      'carrier_account_missing',
      'The organization has no Twilio account of its own',
      'numbers of the installation’s account are connected by whoever runs it',
    ],
    [409, 'number_not_in_account', 'The Twilio account does not have this number', 'another account has it'],
  )
  async connect(@Caller() caller: Principal, @IdParam('Phone number') id: string): Promise<ConnectedNumber> {
    const { number, isOverruled } = await this.numbers.connect(caller, id);
    return { id: number.id, number: number.number, overruled: isOverruled };
  }
}
