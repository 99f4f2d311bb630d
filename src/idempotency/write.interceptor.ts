import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import { idempotentRequest, type IdempotentRequest } from './idempotency-key.js';
import { Idempotency, type RememberedAnswer } from './idempotency.service.js';

declare module 'http' {
  interface IncomingMessage {
    /** The transaction a writing handler works in. */
    tx?: Tx;
  }
}

/** The transaction that `@Writes()` opened for this request. */
export const InTransaction = createParamDecorator((_: unknown, context: ExecutionContext): Tx => {
  const { tx } = context.switchToHttp().getRequest<Request>();
  if (!tx)
    throw new Error('the handler asks for a transaction, but its controller is not marked with @Writes()');
  return tx;
});

/** Headers of an answer that are part of it when it is replayed. */
const REMEMBERED_HEADERS = ['Location', 'ETag', 'Cache-Control'];

/**
 * Runs a handler that is no GET in one transaction and answers after the commit: a 2xx is committed. A POST that
 * carries `Idempotency-Key` takes effect once; its answer is remembered in the same transaction.
 */
@Injectable()
export class WriteInterceptor implements NestInterceptor {
  constructor(
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    return from(this.write(request, response, next));
  }

  private async write(request: Request, response: Response, next: CallHandler): Promise<unknown> {
    const once = idempotent(request);
    return this.transactions.run(async (tx) => {
      const kept = once && (await this.idempotency.begin(tx, once));
      if (kept) return replay(kept, response);
      request.tx = tx;
      const body: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      if (once) await this.idempotency.remember(tx, once, answerOf(response, body));
      return body;
    });
  }
}

function idempotent({ method, path, headers, principal, rawBody }: Request): IdempotentRequest | null {
  if (method !== 'POST' || !principal) return null;
  const { organizationId } = principal;
  const key = headers['idempotency-key'];
  return idempotentRequest({ organizationId, method, path, key, body: rawBody ?? Buffer.alloc(0) });
}

const answerOf = (response: Response, body: unknown): RememberedAnswer => ({
  status: response.statusCode,
  headers: Object.fromEntries(
    REMEMBERED_HEADERS.flatMap((name) => {
      const value = response.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  ),
  body: body ?? null,
});

function replay(answer: RememberedAnswer, response: Response): unknown {
  response.status(answer.status).set(answer.headers).set('Idempotent-Replayed', 'true');
  return answer.body;
}

/** Marks a controller whose POST, PATCH and DELETE handlers each work in one transaction (`@InTransaction() tx`). */
export const Writes = (): ClassDecorator => applyDecorators(UseInterceptors(WriteInterceptor));

/** Documents the header on a POST operation. */
export const AcceptsIdempotencyKey = (): MethodDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Makes the request safe to repeat for 24 hours: the first successful answer is given again, with `Idempotent-Replayed: true`.',
    schema: { type: 'string', minLength: 1, maxLength: 255, example: 'order-4711-confirmation' },
  });
