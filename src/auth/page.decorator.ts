import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  UseGuards,
  UseInterceptors,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { AnswerInterceptor, PageWriteInterceptor } from './page.interceptor.js';
import { OpenPageGuard, PageGuard } from './page.guard.js';
import { PAGE_ASKS, PAGE_NEEDS, type PageNeed, TAKES_FILE } from './page-needs.js';
import type { PageVisit } from './page-visit.js';
import type { Person } from './person.js';

declare module 'http' {
  interface IncomingMessage {
    /** Set by the guard of a page. */
    visit?: PageVisit;
  }
}

/**
 * Pages for who is signed in. Handlers give a `PageAnswer`; each POST works in one transaction (`@InTransaction() tx`),
 * and the same filled-in form acts once.
 */
export const PageAuth = (): ClassDecorator =>
  applyDecorators(
    UseGuards(PageGuard),
    UseInterceptors(AnswerInterceptor, PageWriteInterceptor),
    ApiExcludeController(),
  );

/** What a page listens to, or a file; its handlers write the response themselves. */
export const PageStream = (): ClassDecorator => applyDecorators(UseGuards(PageGuard), ApiExcludeController());

/** Pages for everybody: signing in. */
export const OpenPage = (): ClassDecorator =>
  applyDecorators(UseGuards(OpenPageGuard), UseInterceptors(AnswerInterceptor), ApiExcludeController());

/** What a handler's visitor must be able to do, where the method does not tell. */
export const Needs = (need: PageNeed): MethodDecorator => SetMetadata(PAGE_NEEDS, need);

/** A form that only asks: it is in no transaction, and its answer is not kept for a second click. */
export const Asks = (): MethodDecorator => SetMetadata(PAGE_ASKS, true);

/**
 * The handler takes a file: it reads the request itself, as long as that takes and outside of a transaction, and checks
 * the form's token by `visit.isOurs`.
 */
export const TakesFile = (): MethodDecorator =>
  applyDecorators(SetMetadata(TAKES_FILE, 'file'), SetMetadata(PAGE_ASKS, true));

const visitOf = (context: ExecutionContext): PageVisit => {
  const { visit } = context.switchToHttp().getRequest<Request>();
  if (!visit) throw new Error('the page asks who is looking, but no guard has looked');
  return visit;
};

/** The visit: for the frame, and what was filled in. */
export const Visit = createParamDecorator((_: unknown, context: ExecutionContext) => visitOf(context));

/** Who looks. */
export const Me = createParamDecorator((_: unknown, context: ExecutionContext): Person => {
  const { person } = visitOf(context);
  if (!person) throw new Error('the page asks for a person, but is open to everybody');
  return person;
});
