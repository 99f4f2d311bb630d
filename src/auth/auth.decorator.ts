import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  UseGuards,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { Request } from 'express';
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

/** The route needs both credential headers, and a key with this scope. */
export const RequireScope = (scope: Scope): MethodDecorator & ClassDecorator =>
  applyDecorators(
    SetMetadata(REQUIRED_SCOPE, scope),
    UseGuards(ApiKeyGuard),
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
