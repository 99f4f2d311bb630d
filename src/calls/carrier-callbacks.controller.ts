import { Controller, HttpCode, Param, Post, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { CarrierCallbackGuard, Signature, type SignedCallback } from '../telephony/carrier-callback.guard.js';
import type { CallDocument } from '../telephony/carrier.js';
import { CallDocuments } from './call-documents.service.js';
import type { CallbackTarget } from './callback-path.js';
import { CarrierCallbacks } from './carrier-callbacks.service.js';

/** Where the carrier reports about a call, and asks what to do with it. Public, and signed. */
@ApiExcludeController()
@Controller('api/voice/twilio/:org/:callId/:token')
@UseGuards(CarrierCallbackGuard)
export class CarrierCallbacksController {
  constructor(
    private readonly callbacks: CarrierCallbacks,
    private readonly documents: CallDocuments,
  ) {}

  /** The call has come further, or to its end. */
  @Post('status')
  @HttpCode(204)
  async status(@Param() target: CallbackTarget, @Signature() callback: SignedCallback): Promise<void> {
    await this.callbacks.take('status', target, callback);
  }

  /** Who or what answered has been found out. */
  @Post('voicemail')
  @HttpCode(204)
  async voicemail(@Param() target: CallbackTarget, @Signature() callback: SignedCallback): Promise<void> {
    await this.callbacks.take('voicemail', target, callback);
  }

  /** A recording is ready, or will never be. */
  @Post('recording')
  @HttpCode(204)
  async recording(@Param() target: CallbackTarget, @Signature() callback: SignedCallback): Promise<void> {
    await this.callbacks.take('recording', target, callback);
  }

  /** Somebody has answered: what shall be said? */
  @Post('answer')
  @HttpCode(200)
  async answer(
    @Param() target: CallbackTarget,
    @Signature() callback: SignedCallback,
    @Res() response: Response,
  ): Promise<void> {
    const document = await this.callbacks.take('answer', target, callback, (tx, call) =>
      this.documents.onAnswer(tx, call, target),
    );
    send(response, document);
  }

  /** The conversation's socket is closed: what now? */
  @Post('relay-ended')
  @HttpCode(200)
  async relayEnded(
    @Param() target: CallbackTarget,
    @Signature() callback: SignedCallback,
    @Res() response: Response,
  ): Promise<void> {
    const document = await this.callbacks.take('relay-ended', target, callback, (tx, call, event) =>
      this.documents.onRelayEnded(tx, call, target, event),
    );
    send(response, document);
  }

  /** The person to whom the call was transferred has hung up, or was not reached: what now? */
  @Post('transfer-ended')
  @HttpCode(200)
  async transferEnded(
    @Param() target: CallbackTarget,
    @Signature() callback: SignedCallback,
    @Res() response: Response,
  ): Promise<void> {
    const document = await this.callbacks.take('transfer-ended', target, callback, (tx, call, event) =>
      this.documents.onTransferEnded(tx, call, target, event),
    );
    send(response, document);
  }
}

const send = (response: Response, document: CallDocument | undefined): void => {
  if (!document) throw new Error('the carrier asked, and nobody answered');
  response.type(document.contentType).send(document.body);
};
