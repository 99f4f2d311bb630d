import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Forbidden } from '../common/app-error.js';
import { Authenticator } from './authenticator.service.js';
import { REQUIRED_SCOPE } from './required-scope.js';
import type { Scope } from './scopes.js';

/** 401 unless `x-api-key` and `x-organization-id` belong together, 403 unless the key has the route's scope. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const { headers } = request;
    // Node joins a header that came twice with a comma: such a value is no key and no UUID.
    const principal = await this.authenticator.authenticate(
      headers['x-organization-id'],
      headers['x-api-key'],
    );
    request.principal = principal;
    const scope = this.reflector.getAllAndOverride<Scope>(REQUIRED_SCOPE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (principal.mappingId !== null || !principal.scopes.includes(scope))
      throw new Forbidden('insufficient_scope', 'Insufficient scope');
    return true;
  }
}
