import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  UseGuards,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { Request } from 'express';
import { DeclaredInputsGuard } from '../common/declared-inputs.guard.js';
import { JsonBodyGuard } from '../common/json-body.guard.js';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import { ApiKeyGuard } from './api-key.guard.js';
import type { OrganizationId, Principal } from './principal.js';
import { REQUIRED_SCOPE } from './required-scope.js';
import type { Scope } from './scopes.js';

declare module 'http' {
  interface IncomingMessage {
    /** Set by the guard of the route; absent on public routes. */
    principal?: Principal;
  }
}

/** A route of the API: it needs both credential headers, and a key with this scope. */
export const RequireScope = (scope: Scope): MethodDecorator & ClassDecorator =>
  applyDecorators(
    SetMetadata(REQUIRED_SCOPE, scope),
    // In this order: who calls (401, 403), how often (429), then the body (415, 413, 400) and what is in it (400).
    UseGuards(ApiKeyGuard, RateLimitGuard, JsonBodyGuard, DeclaredInputsGuard),
    // One requirement of two headers: both are needed.
    ApiSecurity({ api_key: [], organization_id: [] }),
    ApiExtension('x-required-scope', scope),
  );

const principalOf = (context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<Request>();
  if (!principal) throw new Error('the route asks who is calling, but no guard has looked');
  return principal;
};

/** The caller's organization. */
export const Org = createParamDecorator(
  (_: unknown, context: ExecutionContext): OrganizationId => principalOf(context).organizationId,
);

/** The caller: key, scopes, organization. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => principalOf(context));
