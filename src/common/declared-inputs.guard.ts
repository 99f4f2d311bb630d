import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { InvalidRequest } from './app-error.js';
import { shorten } from './shorten.js';

/**
 * Refuses parameters and fields that a route of the API never looks at: whoever sends `?dry_run=true` means it. Where
 * a route has a DTO, the `RequestPipe` knows the names.
 */
@Injectable()
export class DeclaredInputsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const declared = declaredInputs(context);
    if (!declared.has(RouteParamtypes.QUERY)) requireNone(request.query, 'query', 'parameter');
    if (!declared.has(RouteParamtypes.BODY) && request.body !== undefined)
      requireNone(request.body, 'body', 'field');
    return true;
  }
}

/** The kinds of parameters that the handler's decorators name; Nest keeps them as `<kind>:<index>`. */
function declaredInputs(context: ExecutionContext): Set<number> {
  const declared = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) as
    object | undefined;
  return new Set(Object.keys(declared ?? {}).map((key) => Number(key.split(':')[0])));
}

function requireNone(input: unknown, place: 'query' | 'body', kind: string): void {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new InvalidRequest('Invalid JSON body');
  const issues = Object.keys(input).map((name) => ({
    field: String(shorten(name)),
    in: place,
    issue: `is unknown; this route takes no ${kind}s`,
  }));
  if (issues[0]) throw new InvalidRequest(`Unknown ${kind} ${issues[0].field}`, issues);
}
