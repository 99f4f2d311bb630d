import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Forbidden } from '../common/app-error.js';
import { SignInNeeded } from '../common/sign-in-needed.js';
import { writeCookie } from './cookies.js';
import { type FormKind, PAGE_NEEDS, type PageNeed, TAKES_FILE } from './page-needs.js';
import { PageVisits } from './page-visits.service.js';
import { mayChange } from './person.js';
import { Sessions } from './sessions.service.js';

/** Sends who is not signed in to the sign-in page; 403 when a form is none of ours, or a viewer would change something. */
@Injectable()
export class PageGuard implements CanActivate {
  constructor(
    private readonly visits: PageVisits,
    private readonly sessions: Sessions,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const token = this.visits.cookie(request, 'session');
    const person = token === null ? null : await this.sessions.personOf(token);
    if (token === null || !person)
      throw new SignInNeeded(request.method === 'GET' ? request.originalUrl : undefined);
    const kind = this.reflector.get<FormKind | undefined>(TAKES_FILE, context.getHandler());
    request.visit = await this.visits.begin(request, person, token, kind);
    if (this.needOf(context, request) === 'change' && !mayChange(person.role))
      throw new Forbidden('viewer', 'Viewers can look, but not change anything');
    return true;
  }

  private needOf(context: ExecutionContext, request: Request): PageNeed {
    const named = this.reflector.get<PageNeed | undefined>(PAGE_NEEDS, context.getHandler());
    return named ?? (request.method === 'GET' || request.method === 'HEAD' ? 'look' : 'change');
  }
}

/** Lets everybody in; its forms are bound to the browser all the same. */
@Injectable()
export class OpenPageGuard implements CanActivate {
  constructor(private readonly visits: PageVisits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const known = this.visits.cookie(request, 'seed');
    const seed = known ?? this.visits.newSeed();
    if (known === null) {
      const { secure } = this.visits;
      http.getResponse<Response>().append('Set-Cookie', writeCookie('seed', seed, { secure }));
    }
    request.visit = await this.visits.begin(request, null, seed);
    return true;
  }
}
