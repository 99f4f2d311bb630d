import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Forbidden } from '../common/app-error.js';
import { readBody } from '../common/body.client.js';
import type { CallbackParams } from './carrier-events.js';
import { Carriers, type Signed } from './carriers.service.js';

/** The parameters of a callback, and the accounts at the carrier that signed them. */
export type SignedCallback = Signed<CallbackParams>;

declare module 'http' {
  interface IncomingMessage {
    /** A callback whose signature held. */
    callback?: SignedCallback;
  }
}

/** Callbacks are short forms. */
const MAX_FORM_BYTES = 64 * 1024;

/** The one answer to whoever is not the carrier, or speaks of what is not his: it tells nothing apart. */
export const callbackRefused = (): Forbidden => new Forbidden('callback_refused', 'Callback refused');

/** 403 unless one of the accounts that speak to the organization of the address has signed this very request. */
@Injectable()
export class CarrierCallbackGuard implements CanActivate {
  constructor(private readonly carriers: Carriers) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request<{ org: string }>>();
    const { originalUrl, headers, params } = request;
    const rawBody = await readBody(request, MAX_FORM_BYTES);
    const callback = await this.carriers.signed(params.org, (account) =>
      account.verifyCallback({ originalUrl, headers, rawBody }),
    );
    if (!callback) throw callbackRefused();
    request.callback = callback;
    return true;
  }
}

/** What a signed callback says, and who signed it. */
export const Signature = createParamDecorator((_: unknown, context: ExecutionContext): SignedCallback => {
  const { callback } = context.switchToHttp().getRequest<Request>();
  if (!callback) throw new Error('the route asks for a signed callback, but no guard has looked');
  return callback;
});
