import { Controller, HttpCode, Param, Post, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { CarrierCallbackGuard, Signature, type SignedCallback } from '../telephony/carrier-callback.guard.js';
import { InboundCalls } from './inbound-calls.service.js';

/**
 * Where the carrier asks what to do with calls that come in: the address that stands in the configuration of a phone
 * number. Public, and signed.
 */
@ApiExcludeController()
@Controller('api/voice/twilio/:org/inbound')
@UseGuards(CarrierCallbackGuard)
export class InboundCallsController {
  constructor(private readonly calls: InboundCalls) {}

  /** Somebody calls one of our numbers: what now? */
  @Post()
  @HttpCode(200)
  async receive(
    @Param('org') org: string,
    @Signature() callback: SignedCallback,
    @Res() response: Response,
  ): Promise<void> {
    const { contentType, body } = await this.calls.receive(org, callback);
    response.type(contentType).send(body);
  }

  /** A call that came in has come to its end. */
  @Post('status')
  @HttpCode(204)
  async status(@Param('org') org: string, @Signature() callback: SignedCallback): Promise<void> {
    await this.calls.hear(org, callback);
  }
}
