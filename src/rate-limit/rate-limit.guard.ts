import { Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { RateLimits } from '../config.js';
import { SETTINGS, type Settings } from '../settings.js';
import { rateLimitHeaders, RateLimiter } from './rate-limiter.service.js';

type Limit = keyof RateLimits;
const RATE_LIMIT = 'rate_limit';

/** Names the limit of a route that is neither a plain read nor a plain write. */
export const LimitedAs = (limit: Limit): MethodDecorator => SetMetadata(RATE_LIMIT, limit);

/** Counts every authenticated request against its key's limit and says so in the answer's headers. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly reflector: Reflector,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const name = this.limitOf(context, request);
    const limit = this.settings.rateLimits[name];
    if (request.principal && limit > 0) {
      const allowance = await this.limiter.take(`${name}:${request.principal.keyId}`, limit);
      context.switchToHttp().getResponse<Response>().set(rateLimitHeaders(allowance));
    }
    return true;
  }

  private limitOf(context: ExecutionContext, request: Request): Limit {
    const named = this.reflector.get<Limit | undefined>(RATE_LIMIT, context.getHandler());
    return named ?? (request.method === 'GET' || request.method === 'HEAD' ? 'reads' : 'writes');
  }
}
