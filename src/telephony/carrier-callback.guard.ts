import {
  createParamDecorator,
  Inject,
  Injectable,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request } from 'express';
import { Forbidden } from '../common/app-error.js';
import { readBody } from '../common/body.client.js';
import { CARRIER, type Carrier } from './carrier.js';
import type { CallbackParams } from './carrier-events.js';

declare module 'http' {
  interface IncomingMessage {
    /** The parameters of a callback whose signature held. */
    callbackParams?: CallbackParams;
  }
}

/** Callbacks are short forms. */
const MAX_FORM_BYTES = 64 * 1024;

/** The one answer to whoever is not the carrier, or speaks of what is not his: it tells nothing apart. */
export const callbackRefused = (): Forbidden => new Forbidden('callback_refused', 'Callback refused');

/** 403 unless the configured carrier signed this very request. */
@Injectable()
export class CarrierCallbackGuard implements CanActivate {
  constructor(@Inject(CARRIER) private readonly carrier: Carrier) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const { originalUrl, headers } = request;
    const rawBody = await readBody(request, MAX_FORM_BYTES);
    const params = this.carrier.verifyCallback({ originalUrl, headers, rawBody });
    if (!params) throw callbackRefused();
    request.callbackParams = params;
    return true;
  }
}

/** The signed parameters of a callback. */
export const SignedParams = createParamDecorator((_: unknown, context: ExecutionContext): CallbackParams => {
  const { callbackParams } = context.switchToHttp().getRequest<Request>();
  if (!callbackParams) throw new Error('the route asks for signed parameters, but no guard has looked');
  return callbackParams;
});
