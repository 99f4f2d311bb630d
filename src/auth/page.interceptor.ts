import { hash } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { catchError, from, lastValueFrom, map, of, type Observable } from 'rxjs';
import { sql } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import { idempotentRequest, type IdempotentRequest } from '../idempotency/idempotency-key.js';
import { Idempotency } from '../idempotency/idempotency.service.js';
import { writeCookie } from './cookies.js';
import { FORM_ID } from './form.js';
import type { PageAnswer } from './page-answer.js';
import { PAGE_ASKS } from './page-needs.js';
import { PageVisits } from './page-visits.service.js';
import { ShownAgain } from './shown-again.js';

/** Sends a handler's `PageAnswer`. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(private readonly visits: PageVisits) {}

  intercept(context: ExecutionContext, next: CallHandler<PageAnswer>): Observable<string> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (error instanceof ShownAgain) return of(error.answer);
        throw error;
      }),
      map((answer) => this.send(request, response, answer)),
    );
  }

  private send(request: Request, response: Response, answer: PageAnswer): string {
    const { secure } = this.visits;
    // What was shown once is not shown again.
    const seen = answer.location === undefined && request.visit?.message ? [SEEN] : [];
    for (const { name, value, maxAgeSeconds } of [...seen, ...answer.cookies])
      response.append('Set-Cookie', writeCookie(name, value, { secure, maxAgeSeconds }));
    response.status(answer.status).set('Cache-Control', 'no-store').type('html');
    if (answer.location !== undefined) response.location(answer.location);
    return answer.html;
  }
}

const SEEN = { name: 'flash' as const, value: null, maxAgeSeconds: undefined };

/** Runs a form's handler in one transaction; the same filled-in form, sent twice, acts once and is answered alike. */
@Injectable()
export class PageWriteInterceptor implements NestInterceptor {
  constructor(
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<PageAnswer>): Observable<PageAnswer> {
    const request = context.switchToHttp().getRequest<Request>();
    const asks = this.reflector.get<boolean | undefined>(PAGE_ASKS, context.getHandler()) ?? false;
    return asks || request.method === 'GET' || request.method === 'HEAD'
      ? next.handle()
      : from(this.write(request, next));
  }

  private write(request: Request, next: CallHandler<PageAnswer>): Promise<PageAnswer> {
    const once = filledIn(request);
    return this.transactions.run(async (tx) => {
      // The second click waits for the first one's answer: it is the one that the browser shows.
      if (once) await sql(tx, `SELECT pg_advisory_xact_lock($1::bigint)`, [lockOf(once)]);
      const kept = once && (await this.idempotency.begin(tx, once));
      if (kept) return kept.body as PageAnswer;
      request.tx = tx;
      const answer = await lastValueFrom(next.handle());
      if (once)
        await this.idempotency.remember(tx, once, { status: answer.status, headers: {}, body: answer });
      return answer;
    });
  }
}

function filledIn({ method, path, visit, rawBody }: Request): IdempotentRequest | null {
  const id = visit?.form.text(FORM_ID);
  if (!id || !visit?.person) return null;
  const { organizationId, sessionId } = visit.person;
  const body = rawBody ?? Buffer.alloc(0);
  return idempotentRequest({
    organizationId,
    method,
    path,
    // Whoever goes back and fills in something else means something else.
    key: `${sessionId}:${id}:${hash('sha256', body, 'base64url')}`,
    body,
  });
}

const lockOf = ({ keyHash }: IdempotentRequest): string => keyHash.readBigInt64BE().toString();
